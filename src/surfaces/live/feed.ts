import type { TaskId } from '../../core/plan/ids.ts'
import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Recorded } from '../../core/run/event.ts'
import { evolve } from '../../core/run/evolve.ts'
import type { RunState } from '../../core/run/state.ts'
import { sentence } from '../../core/shown/sentences.ts'
import { type RunView, viewRun } from '../../core/shown/view.ts'
import type { LogLine } from './live-view.ts'

/** The log is for a short look back; `pm-agent log` has all of it. */
const LOG_LINES_MAX = 2_000

/** The journal's content in the form a screen needs, updated event by event. */
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

  /** The common view, built once per state: a screen is drawn far more often than the state changes. */
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

  /** Proof progress of each task, if this process does the proof. */
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

  /** Reports progress of a proof. */
  step(task: TaskId, step: ProofStep): void {
    this.#steps.set(task, step)
  }

  /** Adds a line to the log that is not an event of the run. */
  note(words: string, at: number): void {
    this.say(`note: ${words}`, at)
  }

  /** Words about the whole run that are no event. */
  say(words: string, at: number): void {
    this.#add({ time: timeOfDay(at), task: null, words, tone: 'plain' })
  }

  /** The run was resumed at this moment. */
  begin(at: number): void {
    this.#startedAt = at
  }

  #add(entry: LogLine): void {
    this.#log.push(entry)
    if (this.#log.length > LOG_LINES_MAX) this.#log.shift()
  }
}

/** From here on the run is driven: an attempt counts as lost when a new pm-agent finds it. */
const isBeginning = (event: Recorded['event']): boolean =>
  event.type === 'run-opened' ||
  event.type === 'run-resumed' ||
  (event.type === 'attempt-ended' && event.ending.is === 'lost')

const timeOfDay = (at: number): string => new Date(at).toTimeString().slice(0, 8)
