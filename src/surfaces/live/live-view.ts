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
  /** `drives`: the run lives in this process; `watches`: it lives elsewhere and we only look. */
  readonly role: 'drives' | 'watches'
  /** Who drove the run and died over it; null while it lives, and after it ended in good order. */
  readonly gone: LeaseHolder | null
  readonly now: number
  /** When the run was last set going. */
  readonly startedAt: number
  /** When each task last went from one stage to the next. */
  readonly since: ReadonlyMap<TaskId, number>
  readonly activity: ReadonlyMap<TaskId, Activity>
  /** How far the proof of each task is; left out where another process makes it. */
  readonly steps?: ReadonlyMap<TaskId, ProofStep>
  readonly log: readonly LogLine[]
  readonly page: Page
  /** The task that the human chose; null follows what runs. */
  readonly selected: TaskId | null
  /** Lines that the page has been moved by: down from the top of a task, up from the end of the log. */
  readonly scroll: number
  /** What there is to say about the last key or signal. */
  readonly message: string | null
  readonly hasKeys: boolean
}

export type Page = 'tree' | 'task' | 'log' | 'help'

/** The end of an agent's output. */
export interface Activity {
  /** Cleaned; the last one is the newest. */
  readonly lines: readonly string[]
  /** When it last said something. */
  readonly changedAt: number
}

/** One thing that happened, as `pm-agent log` says it. */
export interface LogLine {
  /** Of the day, on the clock of whoever looks. */
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
export interface Item {
  readonly task: TaskView
  readonly run: TaskRun
  readonly depth: number
}

/** The last line of an output that says something: rules, dots and empty lines do not. */
export const lastWords = (activity: Activity | undefined): string | null =>
  activity?.lines.findLast(text => /[\p{L}\p{N}]/u.test(text))?.trim() ?? null

/** The tasks as a tree, in the order of the plan: what is written as `3.a` or `3/1` belongs to `3` where that is a task. */
export function treeOf(view: LiveView): readonly Item[] {
  const byId = new Map(view.run.tasks.map((task, at) => [task.id, { task, run: view.state.tasks[at]! }]))
  const below = new Map<string | null, string[]>()
  for (const { id, parent } of view.run.tasks) {
    const above = parent !== null && byId.has(parent) ? parent : parentIn(byId, id)
    const list = below.get(above)
    if (list) list.push(id)
    else below.set(above, [id])
  }
  const items: Item[] = []
  const walk = (above: string | null, depth: number): void => {
    for (const id of below.get(above) ?? []) {
      items.push({ ...byId.get(id)!, depth })
      walk(id, depth + 1)
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

/** How much a task asks to be seen. */
export type Urgency = 'at-work' | 'for-you' | 'failed' | 'calm'

export function urgencyOf({ state }: Pick<TaskView, 'state'>): Urgency {
  switch (state as TaskStatus) {
    case 'implementing':
    case 'testing':
    case 'landing':
      return 'at-work'
    case 'escalated':
      return 'for-you'
    case 'test-failed':
      return 'failed'
    default:
      return 'calm'
  }
}

/** The task that keys act on: the chosen one, else what is at work, waits for the human, or comes next. */
export function focusOf(view: LiveView, items: readonly Item[]): Item | null {
  const chosen = items.find(item => item.run.task.id === view.selected)
  if (chosen) return chosen
  const first = (holds: (item: Item) => boolean) => items.find(holds)
  return (
    first(({ task }) => urgencyOf(task) === 'at-work') ??
    first(({ task }) => urgencyOf(task) !== 'calm') ??
    first(({ task }) => task.state === 'ready') ??
    items.at(-1) ??
    null
  )
}

const isImplementing = ({ state }: TaskView): boolean => state === 'implementing'

/** What the whole run is doing, in one phrase. */
export function runWords({ state, run, now, startedAt, gone }: LiveView): {
  readonly words: string
  readonly tone: Tone
} {
  if (state.finished) return { words: 'finished', tone: 'good' }
  if (gone !== null) return { words: 'nobody drives it', tone: 'bad' }
  if (state.halted) return { words: 'standing still', tone: 'bad' }
  // A proof that was broken off leaves nothing in the journal, so only agents can be seen to be stopping.
  if (state.stopped) return { words: run.tasks.some(isImplementing) ? 'stopping' : 'stopped', tone: 'warn' }
  const took = elapsed(now - startedAt)
  if (state.baseline === null) return { words: `measuring the base  ${took}`, tone: 'busy' }
  const busy = run.tasks.some(task => urgencyOf(task) === 'at-work')
  const [paused] = run.run.paused
  if (!busy && paused && run.escalations.length === 0) return { words: `${paused.words}  ${took}`, tone: 'warn' }
  if (!busy && run.waiting_for.length > 0) return { words: `waits for you  ${took}`, tone: 'bad' }
  return { words: `at work  ${took}`, tone: 'busy' }
}
