import { mayRewrite } from '../replanning/wish.ts'
import { ok, type Result, unreachable } from '../result.ts'
import type { Event } from '../run/event.ts'
import { type Command, type Refusal, refuse } from '../run/input.ts'
import { withItsFiles } from '../run/next-start.ts'
import { draftOf, type RunState, type TaskRun } from '../run/state.ts'
import { revisionsMax } from '../settings/config.ts'
import type { EscalationReason } from './escalation-reason.ts'

type Decided = Result<readonly Event[], Refusal>
type Asked<T extends Command['type']> = Extract<Command, { type: T }>

/** The text and the files go back to the author; after the last round the task is paused with the text. */
export function revise(state: RunState, run: TaskRun, { task, by, note }: Asked<'revise-task'>): Decided {
  const rejected = rejectedRefusal(run)
  if (rejected) return rejected
  const work = run.attempts.findLast(attempt => (draftOf(attempt)?.changes.length ?? 0) > 0)
  if (run.stage.is !== 'escalated') return refuse('nothing-to-revise', `Task ${task} does not wait for you.`, look(run))
  if (run.stage.reason === 'revisions-spent')
    return refuse('nothing-to-revise', `Task ${task} is paused: its rounds of changes are used up.`, [
      `pm-agent retry ${task} makes the last changes after all, with new rounds`,
      `pm-agent reject ${task} -m "…" if the task itself is wrong`,
    ])
  if (!work)
    return refuse('nothing-to-revise', `Task ${task} has no work that could be revised.`, [
      `pm-agent retry ${task} -m "…" sends it to an agent with a hint`,
    ])
  if (note.trim() === '')
    return refuse('no-reason-given', 'A revision needs a text: it tells the agent what to change.', [
      `pm-agent revise ${task} -m "what to change"`,
    ])
  const again = { ...withItsFiles(work), kind: 'revise' as const }
  if (run.revisions < revisionsMax(state.config.limits)) return ok([{ type: 'task-revised', task, by, note, again }])
  return ok([
    { type: 'task-revised', task, by, note },
    { type: 'task-escalated', task, reason: 'revisions-spent', reasons: [], again },
  ])
}

/** The task waits for another text: of the planner, or else of the human. */
export function reject(state: RunState, run: TaskRun, { task, by, note, yes }: Asked<'reject-task'>): Decided {
  switch (run.stage.is) {
    case 'queued':
    case 'escalated': {
      if (!isProposed(run) && rejectedRefusal(run)) return rejectedRefusal(run)!
      const rejected: Event = { type: 'task-rejected', task, by, note }
      const reasons = note.trim() === '' ? [] : [note]
      if (!mayRewrite(state, run)) return ok([rejected, { type: 'task-escalated', task, reason: 'rejected', reasons }])
      return ok([
        rejected,
        { type: 'task-escalated', task, reason: 'rewriting', reasons },
        { type: 'planning-wanted', task, purpose: 'rewrite', reasons, ...(yes ? { accepts: by } : {}) },
      ])
    }
    case 'completed':
    case 'skipped':
    case 'proven':
    case 'landing':
    case 'working':
    case 'drafted':
    case 'proving':
      return refuse('nothing-to-reject', `Task ${task} ${REJECTED_TOO_LATE[run.stage.is]}.`, look(run))
    default:
      return unreachable(run.stage)
  }
}

const REJECTED_TOO_LATE = {
  completed: 'is completed',
  skipped: 'is skipped',
  proven: 'is proven and about to land',
  landing: 'is proven and about to land',
  working: 'is under way',
  drafted: 'is being proven',
  proving: 'is being proven',
} as const

/** The run ends; everything, the question included, is there when `run` continues it. */
export function pause(state: RunState, run: TaskRun, { task, by, note }: Asked<'pause-task'>): Decided {
  if (state.paused)
    return refuse('run-is-paused', `The run is paused already, by ${state.paused.by}.`, ['pm-agent run continues it'])
  if (run.stage.is === 'completed' || run.stage.is === 'skipped')
    return refuse('nothing-to-stop', `Task ${task} is ${run.stage.is}: nothing is left to pause.`, [
      'pm-agent stop stops the whole run',
    ])
  return ok([{ type: 'run-paused', task, by, note }])
}

/** A rejected task takes no other decision about its work. */
export function rejectedRefusal(run: TaskRun): Result<never, Refusal> | null {
  const { id } = run.task
  const asItIs = `pm-agent retry ${id} continues with its text as it is`
  if (isProposed(run))
    return refuse('task-is-rejected', `Task ${id} was rejected, and the planner wrote a new text for it.`, [
      `pm-agent review ${id} shows it, and pm-agent approve ${id} takes it`,
      asItIs,
    ])
  if (!isRejected(run)) return null
  const isPlanned = run.stage.is === 'escalated' && run.stage.reason === 'rewriting'
  return isPlanned
    ? refuse('task-is-rejected', `Task ${id} was rejected, and the planner writes a new text for it.`, [
        'pm-agent run lets the planner continue and shows you its text',
        asItIs,
      ])
    : refuse('task-is-rejected', `Task ${id} was rejected and waits until you edit its text.`, [
        `edit task ${id} in the plan, then pm-agent run`,
        asItIs,
      ])
}

/** Takes the text that the planner wrote for a rejected task; null if there is none. */
export function approveRewrite(run: TaskRun, { task, by, note }: Asked<'approve-task'>): Decided | null {
  if (!isProposed(run)) return null
  if (run.rewrite?.isTaken)
    return refuse('nothing-to-approve', `The new text of task ${task} is taken already.`, ['pm-agent run continues'])
  return ok([{ type: 'rewrite-taken', task, by, note }])
}

const REJECTED: ReadonlySet<EscalationReason> = new Set(['rejected', 'rewriting', 'text-proposed'])

/** Whether a human refused the text of the task. */
const isRejected = ({ stage }: TaskRun): boolean => stage.is === 'escalated' && REJECTED.has(stage.reason)

/** Whether the planner wrote a new text for it, and a human has to look at it. */
const isProposed = ({ stage }: TaskRun): boolean => stage.is === 'escalated' && stage.reason === 'text-proposed'

/** How a human took this task out of the run: no model may take it in again. Null if none did. */
export const takenOut = (run: TaskRun): 'rejected' | 'skipped' | null =>
  isRejected(run) ? 'rejected' : run.stage.is === 'skipped' ? 'skipped' : null

/** Whether it waits for another text in the plan: it was rejected, or it cannot be kept as it is written. */
export const waitsForText = (run: TaskRun): boolean =>
  isRejected(run) || (run.stage.is === 'escalated' && run.stage.reason === 'ambiguous')

/** The way out of a decision about work that does not wait. */
const look = ({ task: { id }, stage }: TaskRun): readonly string[] =>
  stage.is === 'working' || stage.is === 'drafted' || stage.is === 'proving'
    ? [`pm-agent stop ${id} stops it; nothing is lost`, `pm-agent tell ${id} -m "…" sends its agent a message`]
    : [`pm-agent why ${id}`]
