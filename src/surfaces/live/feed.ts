import type { TaskId } from '../../core/plan/ids.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Recorded } from '../../core/run/event.ts'
import { evolve } from '../../core/run/evolve.ts'
import type { RunState } from '../../core/run/state.ts'
import { sentence } from '../../core/shown/sentences.ts'
import { type RunView, viewRun } from '../../core/shown/view.ts'
import type { LogLine } from './live-view.ts'

/** The log is for looking back a little; `pm-agent log` has all of it. */
const LOG_LINES_MAX = 2_000

/** What the journal says so far, in the shape a screen needs: fed with one fact after the other. */
export class Feed {
  #state: RunState | null = null
  #view: RunView | null = null
  #startedAt = 0
  readonly #since = new Map<TaskId, number>()
  readonly #steps = new Map<TaskId, ProofStep>()
  readonly #log: LogLine[] = []

  get state(): RunState | null {
    return this.#state
  }

  /** What every surface shows, made once for each state: a screen is drawn far more often than something happens. */
  get view(): RunView | null {
    this.#view ??= this.#state && viewRun(this.#state)
    return this.#view
  }

  get startedAt(): number {
    return this.#startedAt
  }

  get since(): ReadonlyMap<TaskId, number> {
    return this.#since
  }

  /** How far the proof of each task is, where this process makes it. */
  get steps(): ReadonlyMap<TaskId, ProofStep> {
    return this.#steps
  }

  get log(): readonly LogLine[] {
    return this.#log
  }

  take(record: Recorded): void {
    const { event, at } = record
    this.#state = evolve(this.#state, record)
    this.#view = null
    if (isBeginning(event)) this.#startedAt = at
    if ('task' in event && event.type !== 'agent-launched') this.#since.set(event.task, at)
    if ('task' in event) this.#steps.delete(event.task)
    const said = sentence(record, this.#state)
    if (said) this.#add({ time: timeOfDay(at), ...said })
  }

  /** A proof has come so far. */
  step(task: TaskId, step: ProofStep): void {
    this.#steps.set(task, step)
  }

  /** Something to be read in the log that is no fact of the run. */
  note(words: string, at: number): void {
    this.#add({ time: timeOfDay(at), task: null, words: `note: ${words}`, tone: 'plain' })
  }

  /** The run was taken up at this moment, whatever happened to it before. */
  begin(at: number): void {
    this.#startedAt = at
  }

  #add(entry: LogLine): void {
    this.#log.push(entry)
    if (this.#log.length > LOG_LINES_MAX) this.#log.shift()
  }
}

/** From here on somebody drives the run: an attempt counts as lost when a new pm-agent finds it. */
const isBeginning = (event: Recorded['event']): boolean =>
  event.type === 'run-opened' ||
  event.type === 'run-resumed' ||
  (event.type === 'attempt-ended' && event.ending.is === 'lost')

const timeOfDay = (at: number): string => new Date(at).toTimeString().slice(0, 8)
