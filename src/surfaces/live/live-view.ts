import type { TaskDecisionName } from '../../core/decisions/open-decisions.ts'
import type { TaskId } from '../../core/plan/ids.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { RunState, TaskRun } from '../../core/run/state.ts'
import type { TaskStatus } from '../../core/shown/status.ts'
import type { RunView, TaskView } from '../../core/shown/view.ts'
import { elapsed } from '../../core/text/time.ts'
import type { LeaseHolder } from '../../ports.ts'
import type { Tone } from './line.ts'

/** Everything a screen is made of; the same view and size always give the same screen. */
export interface LiveView {
  readonly state: RunState
  readonly run: RunView
  /** `drives`: this process drives the run; `watches`: another one does. */
  readonly role: 'drives' | 'watches'
  /** The driver that died; null while it lives, and after a clean end. */
  readonly gone: LeaseHolder | null
  readonly now: number
  /** When the run was last started or resumed. */
  readonly startedAt: number
  /** When each task last changed its stage. */
  readonly since: ReadonlyMap<TaskId, number>
  readonly activity: ReadonlyMap<TaskId, Activity>
  /** Proof progress of each task; absent if another process does the proof. */
  readonly steps?: ReadonlyMap<TaskId, ProofStep>
  readonly log: readonly LogLine[]
  readonly page: Page
  /** The task that the user chose; null follows the running ones. */
  readonly selected: TaskId | null
  /** Sub-plans that the user folded (true) or opened (false); the others are folded while nothing happens in them. */
  readonly folds?: ReadonlyMap<TaskId, boolean>
  /** Scroll position: lines down from the top of a task, or up from the end of the log. */
  readonly scroll: number
  /** The reaction to the last key or signal. */
  readonly message: string | null
  readonly hasKeys: boolean
  /** Whether keys decide about tasks; absent where decisions are not accepted. */
  readonly canDecide?: boolean
  /** The decision that the user is about to send. */
  readonly asking?: Asking | null
}

/** A decision before it is sent, about the task as it was shown. */
export interface Asking {
  readonly decision: TaskDecisionName
  readonly run: TaskRun
  readonly state: RunState
  readonly text: string
}

export type Page = 'tree' | 'task' | 'log' | 'help'

/** The end of an agent's output. */
export interface Activity {
  /** Cleaned; the last one is the newest. */
  readonly lines: readonly string[]
  /** When it last printed something. */
  readonly changedAt: number
}

/** One event, in the words of `pm-agent log`. */
export interface LogLine {
  /** Time of day, in the viewer's time zone. */
  readonly time: string
  readonly task: string | null
  readonly words: string
  readonly tone: 'plain' | 'good' | 'bad'
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A task on the screen. */
export interface LiveItem {
  readonly task: TaskView
  readonly run: TaskRun
  readonly depth: number
  /** Whether the tasks inside it are not shown; absent if there are none. */
  readonly isFolded?: boolean
}

/** The last meaningful line of an output: not rules, dots or empty lines. */
export const lastWords = (activity: Activity | undefined): string | null =>
  activity?.lines.findLast(text => /[\p{L}\p{N}]/u.test(text))?.trim() ?? null

/** The tasks as a tree, in plan order: `3.a` or `3/1` belongs to `3` if that is a task. */
export function treeOf(view: LiveView): readonly LiveItem[] {
  const byId = new Map(view.run.tasks.map((task, at) => [task.id, { task, run: view.state.tasks[at]! }]))
  const below = new Map<string | null, string[]>()
  for (const { id, parent } of view.run.tasks) {
    const above = parent !== null && byId.has(parent) ? parent : parentIn(byId, id)
    const list = below.get(above)
    if (list) list.push(id)
    else below.set(above, [id])
  }
  const items: LiveItem[] = []
  const isQuiet = (id: string): boolean =>
    urgencyOf(byId.get(id)!.task) === 'calm' && id !== view.selected && (below.get(id) ?? []).every(isQuiet)
  const walk = (above: string | null, depth: number): void => {
    for (const id of below.get(above) ?? []) {
      const item = { ...byId.get(id)!, depth }
      const isParent = item.task.progress !== undefined && below.has(id)
      const isFolded = isParent && (view.folds?.get(item.run.task.id) ?? (below.get(id) ?? []).every(isQuiet))
      items.push(isParent ? { ...item, isFolded } : item)
      if (!isFolded) walk(id, depth + 1)
    }
  }
  walk(null, 0)
  return items
}

function parentIn(tasks: ReadonlyMap<string, unknown>, id: string): string | null {
  for (let end = id.length - 1; end > 0; end--)
    if ((id[end] === '.' || id[end] === '/') && tasks.has(id.slice(0, end))) return id.slice(0, end)
  return null
}

/** How urgently a task must be shown. */
export type Urgency = 'at-work' | 'for-you' | 'failed' | 'calm'

export function urgencyOf({ state }: Pick<TaskView, 'state'>): Urgency {
  switch (state as TaskStatus) {
    case 'implementing':
    case 'testing':
    case 'landing':
      return 'at-work'
    case 'escalated':
    case 'paused':
      return 'for-you'
    case 'test-failed':
      return 'failed'
    default:
      return 'calm'
  }
}

/** The task that keys act on: the chosen one, else one that is at work, waits for the user, or comes next. */
export function focusOf(view: LiveView, items: readonly LiveItem[]): LiveItem | null {
  const chosen = items.find(item => item.run.task.id === view.selected)
  if (chosen) return chosen
  const first = (holds: (item: LiveItem) => boolean) => items.find(holds)
  return (
    first(({ task }) => urgencyOf(task) === 'at-work') ??
    first(({ task }) => urgencyOf(task) !== 'calm') ??
    first(({ task }) => task.state === 'ready') ??
    items.at(-1) ??
    null
  )
}

const isImplementing = ({ state }: TaskView): boolean => state === 'implementing'

/** The state of the run in one phrase. */
export function runWords({ state, run, now, startedAt, gone }: LiveView): {
  readonly words: string
  readonly tone: Tone
} {
  if (state.finished) return { words: 'finished', tone: 'good' }
  if (gone !== null) return { words: 'not running', tone: 'bad' }
  if (state.halted) return { words: 'halted', tone: 'bad' }
  // An interrupted proof leaves nothing in the journal, so only agents can be shown as stopping.
  if (state.stopped) return { words: run.tasks.some(isImplementing) ? 'stopping' : 'stopped', tone: 'warn' }
  const took = elapsed(now - startedAt)
  if (state.baseline === null) return { words: `measuring the base  ${took}`, tone: 'busy' }
  const busy = run.tasks.some(task => urgencyOf(task) === 'at-work')
  const [paused] = run.run.paused
  if (!busy && paused && run.escalations.length === 0) return { words: `${paused.words}  ${took}`, tone: 'warn' }
  if (!busy && run.waiting_for.length > 0) return { words: `waits for you  ${took}`, tone: 'bad' }
  return { words: `${phaseWords(run.run)}  ${took}`, tone: 'busy' }
}

/** The phase, with the agent that reviews the branch. */
const phaseWords = ({ phase, final_review: review }: LiveView['run']['run']): string => {
  if (phase !== 'integrate' && phase !== 'release') return 'at work'
  return review?.verdict === null ? `${phase}: ${review.words}` : phase
}
