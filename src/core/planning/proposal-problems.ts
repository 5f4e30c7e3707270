import { cycles } from '../plan/graph.ts'
import { taskId } from '../plan/ids.ts'
import type { Diagnostic, Plan } from '../plan/plan.ts'
import { saysOnlyYes } from '../text/empty-command.ts'
import { isInsideTree } from '../text/inside-path.ts'
import { plural } from '../text/lists.ts'
import type { DraftTask } from './plan-text.ts'
import type { ProposedCriterion, ProposedPhase, ProposedTask } from './proposal.ts'

/** A sub-plan has fewer than ten tasks. */
export const SUB_PLAN_MAX = 9
/** No reader can keep more tasks than this apart. */
export const FLAT_MAX = 60
const PHASES_MAX = 12

/** The reasons to send phases back. */
export function phaseProblems(phases: readonly ProposedPhase[]): readonly string[] {
  if (phases.length === 0) return ['there are no phases: give at least one under "phases"']
  const many = phases.length > PHASES_MAX ? [`${phases.length} phases are too many: at most ${PHASES_MAX}`] : []
  const titles = new Set<string>()
  const own = phases.flatMap((phase, at) => {
    const say = saying(`phase ${at + 1} (${phase.title})`)
    const isTwice = titles.has(phase.title.trim().toLowerCase())
    titles.add(phase.title.trim().toLowerCase())
    const unknown = phase.needs.filter(need => need < 1 || need > phases.length)
    return [
      ...(isTwice ? [say('has the title of another phase')] : []),
      ...textProblems([phase.title, phase.goal]).map(say),
      ...unknown.map(need => say(`needs phase ${need}, which does not exist: write the numbers of phases`)),
      ...criteriaProblems(phase.criteria).map(say),
    ]
  })
  const needing = phases.map(({ needs }, at) => ({
    id: taskId(String(at + 1)),
    needs: needs.map(need => taskId(String(need))),
  }))
  const circles = cycles(needing).map(circle => `the phases ${circle.join(', ')} need each other`)
  return [...many, ...own, ...circles]
}

/** A phase with a plan of its own needs something that shows that its parts work together. */
export const parentProblems = (phases: readonly ProposedPhase[]): readonly string[] =>
  phases.flatMap(({ title, criteria }, at) =>
    criteria.some(({ command }) => command !== null)
      ? []
      : [`phase ${at + 1} (${title}) has no criterion with a command that shows that its tasks work together`],
  )

/** The reasons to send tasks back, besides those of `check`. */
export function taskProblems(
  tasks: readonly ProposedTask[],
  { tasksMax, mayNest }: { readonly tasksMax: number; readonly mayNest: boolean },
): readonly string[] {
  if (tasks.length === 0) return ['there are no tasks: give at least one under "tasks"']
  const many =
    tasks.length > tasksMax
      ? [`${plural(tasks.length, 'task')} are too many: at most ${tasksMax} here, so merge or leave out`]
      : []
  // More than the beginning of such a list is of no help.
  return [...many, ...tasks.slice(0, tasksMax).flatMap(task => problemsOf(task, mayNest))]
}

function problemsOf(task: ProposedTask, mayNest: boolean): readonly string[] {
  const say = saying(`task ${task.id} (${task.title})`)
  const { create, modify, delete: removed, test } = task.files
  const outside = [...create, ...modify, ...removed, ...test].filter(path => !isInsideTree(path))
  const isShown = task.criteria.some(({ command }) => command !== null) || task.tests !== ''
  return [
    ...(/^(?:\d[\w.]*|final)$/i.test(task.id) ? [] : [say('needs a number as its id')]),
    ...textProblems([task.title, ...task.steps, ...task.mustNot]).map(say),
    ...outside.map(path => say(`names ${path}, which is not inside the repository`)),
    ...(task.criteria.length === 0 ? [say('has no criteria, so nothing can show that it is done')] : []),
    ...(task.criteria.length > 0 && !isShown && task.kind !== 'docs'
      ? [say('has no criterion with a command: give one that fails before the task and passes after it')]
      : []),
    ...criteriaProblems(task.criteria).map(say),
    ...(task.isParent && !mayNest ? [say('cannot have a plan of its own here: the depth is used up')] : []),
  ]
}

function criteriaProblems(criteria: readonly ProposedCriterion[]): readonly string[] {
  return criteria.flatMap(({ command, text }) => [
    ...textProblems([text]),
    ...(command === null || !/[\n\r]/.test(command) ? [] : [`has a command of several lines: ${firstLineOf(command)}`]),
    ...(command !== null && saysOnlyYes(command) ? [`has a command that shows nothing: ${command}`] : []),
  ])
}

const firstLineOf = (command: string): string => command.split(/[\n\r]/, 1)[0]!

/** A ticked box in a text would count as done without any proof. */
const textProblems = (texts: readonly string[]): readonly string[] =>
  texts.some(text => /^\s*(?:[-*+]\s+)?\[x\]/i.test(text)) ? ['has a ticked box: a plan begins with open ones'] : []

const saying =
  (who: string) =>
  (what: string): string =>
    `${who} ${what}`

/** What `check` says about the document, as reasons to send it back. */
export const checkProblems = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics
    // Tasks without criteria have a reason of their own.
    .filter(({ severity, code }) => severity !== 'note' && code !== 'no-criteria')
    .map(({ message, hint }) => `${message}${hint ? ` ${hint}` : ''}`)

/** Differences between the tasks as proposed and as the document is read: some texts cannot be written into a plan. */
export function writingProblems(tasks: readonly DraftTask[], plan: Plan | null): readonly string[] {
  const read = new Map(plan?.tasks.map(task => [String(task.id).toLowerCase(), task]))
  const strange = (plan?.tasks.length ?? 0) - tasks.length
  const own = tasks.flatMap(task => {
    const say = saying(`task ${task.id} (${task.title})`)
    const found = read.get(task.id.toLowerCase())
    if (!found) return [say('cannot be written into a plan as it is: use plain words')]
    const commands = new Set(found.criteria.flatMap(({ check }) => check?.command ?? []))
    return task.criteria.flatMap(({ command }) =>
      command === null || commands.has(command.trim())
        ? []
        : [
            say(
              `has a command that cannot be written into a plan: ${firstLineOf(command)}; put it into a script or simplify it`,
            ),
          ],
    )
  })
  return [...own, ...(strange > 0 ? ['some text reads like another task: use plain words'] : [])]
}
