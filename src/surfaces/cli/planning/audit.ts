import { dirname, join, relative } from 'node:path'
import { addTasks } from '../../../adapters/plan-file/add.ts'
import { type AuditedTask, auditOf, type MissingTask, missingTasks } from '../../../core/intake/audit.ts'
import { intakeLines } from '../../../core/intake/intake-words.ts'
import { moneyView, moneyWords, together } from '../../../core/money/cost.ts'
import { localId } from '../../../core/plan/hierarchy.ts'
import { shortCommit, type TaskId, type Tree } from '../../../core/plan/ids.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import type { ProposedStanding } from '../../../core/planning/proposal.ts'
import { findTask, type RunState } from '../../../core/run/state.ts'
import { type ChangedLines, changedLines } from '../../../core/text/changed-lines.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import { askStandings } from '../../../engine/intake/ask-standings.ts'
import type { Context } from '../context.ts'
import { findPlan } from '../places/find-plan.ts'
import { readPlanOnDisk } from '../places/plan-reading.ts'
import { workTreeAt } from '../places/working-tree.ts'
import { EXIT, Problem } from '../problem.ts'
import { settings } from '../run/prepare-run.ts'
import { printLines } from '../words/printed-lines.ts'
import { write } from './improve.ts'
import { atDesk, type DeskOptions, newestRun, type PlanningDesk, plannerOf } from './planning-desk.ts'

interface AuditOptions extends DeskOptions {
  readonly append?: boolean | undefined
}

/** `audit [PLAN]`: every task against the code. `--append` writes tasks for what is marked as done and is not there. */
export async function audit(context: Context, named: string | undefined, options: AuditOptions): Promise<number> {
  const { top, branch } = workTreeAt(context.cwd)
  const asking = options.json ? { ...context, ask: undefined } : context
  const path = await findPlan(asking, { top, branch, named, command: 'audit' })
  const shown = relative(context.cwd, path) || path
  const { plan, planText, diagnostics } = readPlanOnDisk({ top, path, limits: settings(top, {}).limits })
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (!plan || error)
    throw new Problem(`${shown} cannot be audited: ${error?.message ?? 'it has no tasks'}`, [
      `pm-agent check ${shown} says more`,
    ])
  return atDesk(context, options, async desk => {
    const run = await newestRun(desk, plan)
    const code = await codeOf(desk, run)
    const isDone = (id: TaskId) => isDoneIn(plan, run, id)
    const audited = auditOf(plan.tasks, await desk.factsOf(plan.tasks, code.tree), isDone)
    const claims = await claimsAbout(desk, plan, audited, options)
    const appended = options.append ? missingTasks(plan, audited) : []
    const changes = appended.length > 0 ? append({ plan, planText, path, shown }, appended) : []
    const found = {
      shown,
      code: code.words,
      audited,
      claims,
      appended: appended.map(({ task }) => task.id),
      isAppending: options.append ?? false,
    }
    if (options.json) context.terminal.print(jsonText({ ...auditJson(found), cost: moneyView(desk.costs) }, 2))
    else printLines(context.terminal, ...auditLines(desk, found, changes))
    return audited.some(({ isBroken }) => isBroken) && !options.append ? EXIT.needsHuman : EXIT.done
  })
}

/** Writes each task into the document of the task that it completes. */
function append(
  {
    plan,
    planText,
    path,
    shown,
  }: { readonly plan: Plan; readonly planText: string; readonly path: string; readonly shown: string },
  appended: readonly MissingTask[],
): readonly ChangedLines[] {
  const above = ({ parent }: MissingTask) => plan.tasks.find(({ id }) => id === parent)!.parent
  return [...Map.groupBy(appended, above)].flatMap(([owner, added]) => {
    const sub = plan.subPlans?.find(({ task }) => task === owner)
    const text = sub?.text ?? planText
    const local = added.map(({ parent, task }) => ({
      parent: localId({ id: parent, ...(owner === undefined ? {} : { parent: owner }) }),
      task: { ...task, id: localId({ id: task.id, ...(owner === undefined ? {} : { parent: owner }) }) },
    }))
    const after = addTasks(text, local)
    if (after === text)
      throw new Problem(`${shown} is a list, which has no place for added tasks`, ['write them into it yourself'])
    write(sub ? join(dirname(path), sub.path) : path, sub?.path ?? shown, { expected: text, text: after })
    return changedLines(text, after)
  })
}

/** The plan branch after a run until it is merged, else the last commit. */
async function codeOf(
  { ports, tree, planner }: PlanningDesk,
  run: RunState | null,
): Promise<{ readonly tree: Tree; readonly words: string }> {
  if (run?.tip && !(await ports.repository.contains(run.tip, planner.base)))
    return { tree: await ports.vault.treeOf(run.tip), words: `${run.opened.branch} at ${shortCommit(run.tip)}` }
  return { tree, words: `your last commit, ${shortCommit(planner.base)}` }
}

/** By the journal where it knows the task, else by the box; a human's skip is no claim that it is done. */
function isDoneIn(plan: Plan, run: RunState | null, id: TaskId): boolean {
  const known = run && findTask(run, id)
  if (known) return known.stage.is === 'completed'
  return plan.tasks.some(task => task.id === id && task.ticked)
}

/** An agent is asked only about tasks that nothing else decides, and only if one is set for that. */
async function claimsAbout(
  desk: PlanningDesk,
  plan: Plan,
  audited: readonly AuditedTask[],
  options: AuditOptions,
): Promise<readonly ProposedStanding[]> {
  const isSet = options.agent !== undefined || desk.config.roles?.planner?.agent !== undefined
  const ids = new Set(audited.filter(({ isUndecided, isDone }) => isUndecided && !isDone).map(({ task }) => task))
  const tasks = plan.tasks.filter(({ id }) => ids.has(id))
  if (!isSet || tasks.length === 0) return []
  const agent = plannerOf(desk, options)
  const asked = await askStandings(
    desk.ports,
    { ...desk.planner, agent },
    { tasks, repository: await desk.repository() },
  )
  if (asked.is === 'unavailable')
    throw new Problem(`the agent cannot work: ${asked.problem}`, ['--agent names another one'])
  return asked.value ?? []
}

interface Found {
  readonly shown: string
  readonly code: string
  readonly audited: readonly AuditedTask[]
  readonly claims: readonly ProposedStanding[]
  readonly appended: readonly TaskId[]
  readonly isAppending: boolean
}

const auditJson = ({ shown, code, audited, claims, appended }: Found) => ({
  plan: shown,
  code,
  tasks: audited.map(({ task, title, standing, isDone, isBroken, facts, doubt }) => ({
    ...{ id: task, title, standing, done: isDone, broken: isBroken, doubt },
    criteria: facts.criteria.map(({ id, command, holds, words }) => ({ id, command, holds, seen: words })),
    ...{ present: facts.present, missing: facts.missing },
    claim: claims.find(claim => claim.task.toLowerCase() === task.toLowerCase()) ?? null,
  })),
  appended,
})

function auditLines(desk: PlanningDesk, found: Found, changes: readonly ChangedLines[]): readonly string[] {
  const { shown, code, audited, claims, appended } = found
  const width = Math.max(...audited.map(({ task }) => task.length))
  const count = (standing: string) => audited.filter(task => task.standing === standing).length
  const broken = audited.filter(({ isBroken }) => isBroken)
  return [
    `${shown} against ${code}: ${count('EXISTS')} exist, ${count('PARTIAL')} partial, ${count('MISSING')} missing`,
    ...audited.flatMap(task => [
      `  ${task.standing.padEnd(7)}  ${task.task.padEnd(width)}  ${task.title}${task.isBroken ? '  (marked as done)' : ''}`,
      ...intakeLines(task).map(line => `           ${' '.repeat(width)}  ${line}`),
      ...claims
        .filter(claim => claim.task.toLowerCase() === task.task.toLowerCase())
        .flatMap(claimLines)
        .map(line => `           ${' '.repeat(width)}  ${line}`),
    ]),
    ...(appended.length > 0
      ? [`appended to ${shown}:`, ...changes.flatMap(({ after }) => after.map(line => `+ ${line}`))]
      : broken.length > 0
        ? [
            found.isAppending
              ? 'tasks for what is missing are in the plan already'
              : `${plural(broken.length, 'task')} marked as done but incomplete; pm-agent audit --append ${shown} adds tasks for that`,
          ]
        : []),
    ...(desk.costs.length > 0 ? [`cost: ${moneyWords(together(desk.costs))}`] : []),
  ]
}

const claimLines = ({ standing, reason, evidence, extensible }: ProposedStanding): readonly string[] => [
  `an agent says ${standing}${reason ? `: ${reason}` : ''}${evidence.length > 0 ? ` (${evidence.join(', ')})` : ''}`,
  ...extensible.map(words => `extensible, it says: ${words}`),
]
