import type { Recorded } from '../../../core/run/event.ts'
import type { RunState } from '../../../core/run/state.ts'
import { DEFAULT_PROGRESS } from '../../../core/settings/config.ts'
import {
  askingIn,
  isProgressDue,
  type ProgressTold,
  progressLines,
  progressOf,
  settledIn,
} from '../../../core/shown/progress.ts'

/** The progress of a run in lines. */
export const progressText = (state: RunState): readonly string[] => progressLines(progressOf(state))

/** Calls back after so many milliseconds; what it returns takes that back. */
export type Alarm = (afterMs: number, ring: () => void) => () => void

const timer: Alarm = (afterMs, ring) => {
  const set = setTimeout(ring, afterMs).unref()
  return () => clearTimeout(set)
}

/** Tells how far a run is: after the events that call for it, and by the clock while nothing happens. */
export class ProgressReports {
  readonly #say: (lines: readonly string[]) => void
  readonly #alarm: Alarm
  #told: ProgressTold | null = null
  #state: RunState | null = null
  #cancel: () => void = () => {}

  constructor(say: (lines: readonly string[]) => void, alarm: Alarm = timer) {
    this.#say = say
    this.#alarm = alarm
  }

  record(record: Recorded, state: RunState): void {
    this.#state = state
    if (this.#told === null) this.#begin(record.at, state)
    else if (isProgressDue(this.#told, record, state)) this.#tell(record.at, state)
    else this.#told = { ...this.#told, asking: askingIn(state) }
    if (state.finished) this.#cancel()
  }

  close(): void {
    this.#cancel()
  }

  #tell(at: number, state: RunState): void {
    this.#say(progressText(state))
    this.#begin(at, state)
  }

  #begin(at: number, state: RunState): void {
    const { minutes } = state.config.progress ?? DEFAULT_PROGRESS
    const afterMs = minutes * 60_000
    this.#told = { settled: settledIn(state), asking: askingIn(state), at }
    this.#cancel()
    this.#cancel = this.#alarm(afterMs, () => this.#tell(at + afterMs, this.#state ?? state))
  }
}
