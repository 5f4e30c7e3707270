import { expect } from 'vitest'
import { taskId } from '../../../src/core/plan/ids.ts'
import { invariant, type Result } from '../../../src/core/result.ts'
import { decide } from '../../../src/core/run/decide.ts'
import type { Effect } from '../../../src/core/run/effect.ts'
import type { Event } from '../../../src/core/run/event.ts'
import { evolve } from '../../../src/core/run/evolve.ts'
import type { Refusal, RunInput } from '../../../src/core/run/input.ts'
import { next } from '../../../src/core/run/next.ts'
import { type RunState, type TaskRun, taskRun } from '../../../src/core/run/state.ts'
import { decisionLog } from '../../../src/core/shown/decision-words.ts'
import { explain, type SeenState } from '../../../src/core/shown/explain.ts'
import { reasonFor, type TaskStatus, taskStatus } from '../../../src/core/shown/status.ts'
import { opened } from './facts.ts'

/** The time of the first event of every run; each one after it is a minute later. */
export const BEGIN = Date.UTC(2026, 1, 3, 14, 0)
const STEP_MS = 60_000

/** The time of the n-th event of a run. */
export const timeOf = (version: number): number => BEGIN + (version - 1) * STEP_MS

/**
 * The language of the core's tests: past events, then a question.
 *
 *   given(opened(plan([task('1')])), ready).when(command).then([...events])
 *   given(opened(plan([task('1')])), ready).next()
 */
export function given(...events: readonly (Event | readonly Event[])[]): Given {
  const all = events.flat()
  const [first, ...rest] = all[0]?.type === 'run-opened' ? all : [opened(), ...all]
  return new Given(evolve(null, { version: 1, at: BEGIN, event: first! })).and(...rest)
}

/** A run at one moment. Immutable: later events give a new one. */
export class Given {
  readonly state: RunState

  constructor(state: RunState) {
    this.state = state
  }

  /** The same run after these additional events. */
  and(...events: readonly (Event | readonly Event[])[]): Given {
    let { state } = this
    for (const event of events.flat()) {
      const version = state.version + 1
      state = evolve(state, { version, at: timeOf(version), event })
    }
    return new Given(state)
  }

  /** The same run after the core has decided these inputs one by one. */
  after(...inputs: readonly RunInput[]): Given {
    let at: Given = this
    for (const input of inputs) {
      const decided = at.#decide(input)
      invariant(decided.ok, `${input.type} is accepted`)
      at = at.and(decided.value)
    }
    return at
  }

  when(input: RunInput): Decided {
    return new Decided(this.#decide(input))
  }

  next(): readonly Effect[] {
    return next(this.state)
  }

  task(id: string): TaskRun {
    return taskRun(this.state, taskId(id))
  }

  status(id: string): TaskStatus {
    return taskStatus(this.state, this.task(id))
  }

  /** The sentences of every decision about a task. */
  decisions(id: string): readonly string[] {
    return decisionLog(this.task(id))
  }

  /** The sentence on why a task does not move. */
  reason(id: string): string | null {
    return reasonFor(this.state, this.task(id))
  }

  /** The explanation of a task, a minute and a half after the last event. */
  why(id: string, isDriven = true, holder?: SeenState['holder']): readonly string[] {
    const seen = { now: this.state.lastAt + 90_000, isDriven, ...(holder ? { holder } : {}) }
    return explain(this.state, this.task(id), seen)
  }

  #decide(input: RunInput): Result<readonly Event[], Refusal> {
    return decide(this.state, input, timeOf(this.state.version + 1))
  }
}

/** The core's decision on an input. */
export class Decided {
  readonly #result: Result<readonly Event[], Refusal>

  constructor(result: Result<readonly Event[], Refusal>) {
    this.#result = result
  }

  // biome-ignore lint/suspicious/noThenProperty: given, when, then; a decision is never awaited.
  then(events: readonly Event[]): void {
    expect(this.#result).toEqual({ ok: true, value: events })
  }

  thenRefused(reason: Refusal['reason'] | Refusal): void {
    expect(this.#result).toMatchObject({ ok: false })
    const refusal = this.#result.ok ? null : this.#result.error
    expect(typeof reason === 'string' ? refusal?.reason : refusal).toEqual(reason)
  }

  /** The events, for a test that inspects a part of them. */
  events(): readonly Event[] {
    expect(this.#result).toMatchObject({ ok: true })
    return this.#result.ok ? this.#result.value : []
  }
}
