import { changeLine, type PlanChange } from '../../../core/living/plan-edit.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import { findTask, type RunState } from '../../../core/run/state.ts'
import type { OpenProblem } from '../../../engine/open.ts'
import { Problem } from '../problem.ts'
import type { PreparedRun } from './prepare-run.ts'

/** The message about an edited plan that the run adopts: one line for each change. */
export function editNotes({ path }: { readonly path: string }, changes: readonly PlanChange[]): readonly string[] {
  if (changes.length === 0) return []
  return [`${path} was edited since this run began, and the run uses its new text:`, ...changes.map(indented)]
}

/** The message if every task has ended but the document differs. */
export const lateNotes = ({ path }: { readonly path: string }, changes: readonly PlanChange[]): readonly string[] =>
  changes.length === 0 ? [] : [`${path} was edited since this run ended:`, ...changes.map(indented)]

const indented = (change: PlanChange): string => `  ${changeLine(change)}`

/** The message about an edit during the run that it cannot take over. */
export const unusedEdit = (problem: string): string =>
  `the plan was edited, and the run continues with the previous text, because ${problem}`

/** Boxes ticked by others: they do not mean that a task is done. */
export function tickNotes(state: RunState, { plan, place }: Pick<PreparedRun, 'plan' | 'place'>): readonly string[] {
  return plan.tasks.flatMap(task => {
    const run = findTask(state, task.id)
    const isOpen = task.ticked && run !== null && run.stage.is !== 'completed' && run.stage.is !== 'skipped'
    return isOpen
      ? [
          `task ${task.id} is ticked in ${place.path}, but this run has not completed it: it counts as open (to leave it out: pm-agent skip ${task.id})`,
        ]
      : []
  })
}

/** Tasks that have begun were edited: the differences and the options. */
export function editedPlanProblem(
  { state, changes, late }: Extract<OpenProblem, { reason: 'plan-edited' }>,
  { place }: Pick<PreparedRun, 'place'>,
): Problem {
  const ids = late.flatMap(change => ('task' in change ? [change.task] : []))
  const which = ids.length === 1 ? `task ${ids[0]}, which` : `tasks ${ids.join(', ')}, which`
  return new Problem(`${place.path} was edited since this run began: ${which} already ${stageWords(state, ids)}`, [
    ...changes.map(changeLine),
    `to continue this run, undo the edit of ${ids.length === 1 ? `task ${ids[0]}` : `tasks ${ids.join(', ')}`}${lookWords(state)}`,
    ...beginAgainWords(state, ids),
    'to start over from your last commit with the current plan: pm-agent run --anew',
    ...tellWords(state, ids),
  ])
}

function stageWords(state: RunState, ids: readonly TaskId[]): string {
  const isDone = (id: TaskId) => findTask(state, id)?.stage.is === 'completed'
  return ids.every(isDone) ? 'landed' : 'began'
}

const lookWords = ({ opened: { place, branch }, tip }: RunState): string =>
  place.kept === 'on-branch' && tip !== null ? ` (the text this run uses: git show ${branch}:${place.path})` : ''

/** A task that has not landed takes its new text once it is rejected as it was written. */
function beginAgainWords(state: RunState, ids: readonly TaskId[]): readonly string[] {
  const open = ids.filter(id => findTask(state, id)?.stage.is !== 'completed')
  return open.map(id => `to let task ${id} begin again with its new text: pm-agent reject ${id}, then pm-agent run`)
}

/** A running agent can get a message without another contract. */
function tellWords(state: RunState, ids: readonly TaskId[]): readonly string[] {
  const waiting = ids.find(id => findTask(state, id)?.stage.is === 'escalated')
  return waiting === undefined
    ? []
    : [`to tell its agent something without editing the plan: pm-agent retry ${waiting} -m "..."`]
}
