import { LEASE_TTL_MS, RENEW_AGAIN_MS, RENEW_EVERY_MS } from '../core/lease.ts'
import type { TaskId } from '../core/plan/ids.ts'
import type { ProofStep } from '../core/proof/proof-step.ts'
import { invariant } from '../core/result.ts'
import { decide } from '../core/run/decide.ts'
import { type Effect, effectKey } from '../core/run/effect.ts'
import type { Event, Recorded } from '../core/run/event.ts'
import { evolve } from '../core/run/evolve.ts'
import type { Command, Observation, RunInput } from '../core/run/input.ts'
import { isStopped, next } from '../core/run/next.ts'
import type { Only } from '../core/run/queue.ts'
import { type RunState, taskRun } from '../core/run/state.ts'
import { wordsAtWork } from '../core/told/brief.ts'
import type { Reach } from '../core/told/message-timing.ts'
import type { Answer, AppendRefusal, Lease, Ports } from '../ports.ts'
import type { ReadDelta } from './context/landed-delta.ts'
import type { PlanSource } from './edited-plan.ts'
import { takenIn } from './inbox.ts'
import { LivingPlan } from './living-plan.ts'
import { begin, perform } from './perform.ts'
import type { Prover } from './proof/case.ts'
import { endAbandonedReview } from './release/final-review.ts'

/** Another pm-agent drives this run now; we must not write any more. */
export class LeaseLost extends Error {
  readonly why: AppendRefusal

  constructor(why: AppendRefusal) {
    super(`the journal refused what was decided: ${why}`)
    this.why = why
  }
}

export interface Driving {
  readonly lease: Lease
  readonly state: RunState
  /** The caller's first command; a refused one has no effect. */
  readonly commands?: readonly Command[]
  /** Called with every event after it is durable. */
  readonly onRecorded?: (record: Recorded, state: RunState) => void
  /** Called with the progress of a proof; not recorded. */
  readonly onStep?: (task: TaskId, step: ProofStep) => void
  /** Runs proofs outside of this thread. */
  readonly prover?: Prover | undefined
  /** Reads what a landing changed outside of this thread. */
  readonly readDelta?: ReadDelta | undefined
  /** Asks the run to stop: running agents are ended, their files kept, and `drive` returns. A text as its reason says who asked. */
  readonly stop?: AbortSignal
  /** Dispatch only these tasks. */
  readonly only?: Only
  /** Follows edits of the plan while the run goes on. */
  readonly plan?: PlanSource | undefined
  /** Called with a problem of the edited plan that keeps the run from using it. */
  readonly onPlanProblem?: (problem: string) => void
  /** Return as soon as this holds and nothing is in progress. */
  readonly until?: (state: RunState) => boolean
}

interface Arrival {
  readonly input: RunInput
  /** The inbox row of this command. */
  readonly row?: number
  /** The waiter for the record: it is always notified, because the run may end before the record is made. */
  readonly waiting?: Waiting
  /** The effect with this outcome. It stays in progress until its outcome is recorded, or it would start again. */
  readonly effect?: string
}

/** A fact that is to be recorded, and the state after it. */
interface Step {
  readonly record: Recorded
  readonly state: RunState
}

interface Waiting {
  readonly recorded: () => void
  readonly failed: (why: unknown) => void
}

type Told = Extract<Event, { type: 'task-told' }>

/** A running effect, and how to abort it. */
interface UnderWay {
  readonly effect: Effect
  readonly work: Promise<void>
  readonly calledOff: AbortController
}

/**
 * Drives a run until only a human can continue it: fold → next → start effects → wait for one outcome → decide → append
 * → again. The only writer of the journal.
 */
export async function drive(ports: Ports, driving: Driving): Promise<RunState> {
  const engine = new Engine(ports, driving)
  return engine.run()
}

class Engine {
  readonly #ports: Ports
  readonly #driving: Driving
  readonly #underWay = new Map<string, UnderWay>()
  readonly #stopping = new AbortController()
  readonly #arrivals: Arrival[] = []
  /** Messages for an agent that is about to be launched: its prompt was written before. */
  #unsaid: Told[] = []
  #state: RunState
  /** The effects of this very state: one turn of the loop asks for them several times. */
  readonly #living: LivingPlan
  /** The reading of the plan documents that is under way. */
  #reading: Promise<void> | null = null
  #derived: { readonly state: RunState; readonly effects: readonly Effect[] } | null = null
  #wake: () => void = () => {}
  #failure: unknown = null
  #ended = false

  constructor(ports: Ports, driving: Driving) {
    this.#ports = ports
    this.#driving = driving
    this.#state = driving.state
    this.#living = new LivingPlan(driving.plan, {
      state: () => this.#state,
      onProblem: problem => driving.onPlanProblem?.(problem),
    })
    for (const input of driving.commands ?? []) this.#arrivals.push({ input })
  }

  async run(): Promise<RunState> {
    const unwatch = this.#ports.store.watch(() => this.#wake())
    const unfollow = this.#living.watch(() => this.#wake())
    const stop = () => {
      const reason: unknown = this.#driving.stop?.reason
      this.#arrive({ input: { type: 'stop-run', by: typeof reason === 'string' ? reason : 'the user' } })
    }
    this.#driving.stop?.addEventListener('abort', stop, { once: true })
    if (this.#driving.stop?.aborted) stop()
    const heart = new AbortController()
    const beating = this.#beat(heart.signal)
    try {
      await this.#endAbandonedWork()
      await this.#loop()
    } finally {
      // However the loop ended, nothing that it started may outlive it, or wait for a record that will not be made.
      this.#ended = true
      for (const { waiting } of this.#arrivals.splice(0)) waiting?.failed(new NotRecorded())
      this.#stopping.abort()
      await Promise.allSettled([...[...this.#underWay.values()].map(({ work }) => work), this.#reading])
      // Anything that cannot be deleted now is deleted by the next run.
      await this.#ports.checkouts.settle().catch(() => {})
      heart.abort()
      await beating
      unwatch()
      unfollow()
      this.#driving.stop?.removeEventListener('abort', stop)
    }
    return this.#state
  }

  /**
   * A human stopped a proof and its pm-agent died before it could end the processes: no effect will meet them again. A
   * review of the branch, a release gate and an integration test start again, if they are still wanted.
   */
  async #endAbandonedWork(): Promise<void> {
    await endAbandonedReview(this.#ports, this.#state)
    const { release, integration, replanning } = this.#state
    for (const token of [release.gateToken, integration.running?.token, replanning.asking?.token])
      if (token) await this.#ports.agents.reap(token, null)
    for (const { openProof, stage } of this.#state.tasks)
      if (openProof !== null && stage.is !== 'proving') await this.#ports.agents.reap(openProof, null)
  }

  async #loop(): Promise<void> {
    for (;;) {
      const woken = new Promise<void>(resolve => {
        this.#wake = resolve
      })
      await this.#takeIn()
      if (this.#failure) throw this.#failure
      const isReached = this.#driving.until?.(this.#state) ?? false
      this.#callOff(isReached ? [] : this.#wanted())
      if (this.#state.stopped) this.#stopping.abort()
      else if (!isReached) {
        this.#followPlan()
        await this.#startWhatFits()
      }
      if (this.#underWay.size === 0 && this.#arrivals.length === 0 && this.#reading === null) return
      if (this.#arrivals.length === 0) await woken
    }
  }

  /** Decides everything that has arrived and appends it in one transaction: natural group commit. */
  async #takeIn(): Promise<void> {
    const answers: { id: number; answer: Answer }[] = []
    for (const { id, command } of await this.#ports.store.pending(this.#state.opened.runId)) {
      const taken = await takenIn(this.#ports.deciders, this.#state, command)
      if (taken.ok) this.#arrivals.push({ input: taken.value, row: id })
      else answers.push({ id, answer: { accepted: false, refusal: taken.error } })
    }
    const arrivals = this.#arrivals.splice(0)
    if (arrivals.length === 0 && answers.length === 0) return
    const now = this.#ports.clock.now()
    const steps: Step[] = []
    let state = this.#state
    for (const { input, row } of arrivals) {
      const decided = decide(state, input, now)
      if (row !== undefined)
        answers.push({ id: row, answer: decided.ok ? { accepted: true } : { accepted: false, refusal: decided.error } })
      if (!decided.ok) continue
      for (const event of decided.value) {
        const record: Recorded = { version: state.version + 1, at: now, event }
        state = evolve(state, record)
        steps.push({ record, state })
      }
    }
    try {
      await this.#record(steps, answers)
    } catch (error) {
      // These have already left the list, so they must be notified here.
      for (const { waiting } of arrivals) waiting?.failed(error)
      throw error
    }
    for (const { waiting, effect } of arrivals) {
      waiting?.recorded()
      if (effect) this.#underWay.delete(effect)
    }
  }

  async #record(steps: readonly Step[], answers: readonly { id: number; answer: Answer }[]): Promise<void> {
    if (steps.length === 0 && answers.length === 0) return
    const appended = await this.#ports.store.append(
      this.#driving.lease,
      this.#state.version,
      steps.map(({ record: { at, event } }) => ({ at, event })),
      answers,
    )
    if (!appended.ok) throw new LeaseLost(appended.error)
    for (const { record, state } of steps) {
      const { event } = record
      this.#state = state
      this.#driving.onRecorded?.(record, state)
      if (event.type === 'task-landed') this.#living.look()
      if (event.type === 'task-told') void this.#passOn(event)
      if (event.type === 'agent-launched' || event.type === 'attempt-ended') this.#sayNow(event.task)
    }
    invariant(this.#state.version === appended.value, 'the journal and the state agree on the version')
  }

  /** Sends a message to the running agent if possible, without waiting; the next attempt reads it anyway. */
  async #passOn(told: Told): Promise<void> {
    const { task, note } = told
    const { stage, attempts } = taskRun(this.#state, task)
    if (stage.is !== 'working') return
    const { token, number, process } = attempts.at(-1)!
    if (process === null) {
      this.#unsaid.push(told)
      return
    }
    const words = wordsAtWork(note)
    const telling = this.#ports.agents.tell?.(token, words) ?? Promise.resolve<Reach>('next-attempt')
    const reach = await telling.catch((): Reach => 'next-attempt')
    this.#arrive({ input: { type: 'agent-told', task, attempt: number, reach, words } })
  }

  #sayNow(task: TaskId): void {
    const kept = this.#unsaid
    this.#unsaid = []
    for (const told of kept)
      if (told.task === task) void this.#passOn(told)
      else this.#unsaid.push(told)
  }

  #wanted(): readonly Effect[] {
    if (this.#derived?.state !== this.#state)
      this.#derived = { state: this.#state, effects: next(this.#state, this.#driving.only ?? null) }
    return this.#derived.effects
  }

  /** Aborts effects that a human stopped, and waits that are no longer needed. */
  #callOff(wanted: readonly Effect[]): void {
    const keys = new Set(wanted.map(effectKey))
    for (const [key, { effect, calledOff }] of this.#underWay)
      if (effect.type === 'await-agent' ? !keys.has(key) : isStopped(this.#state, effect)) calledOff.abort()
  }

  /** Reads the plan if it may have changed. The run goes on meanwhile, and does not end before. */
  #followPlan(): void {
    if (!this.#living.isDue || this.#reading) return
    this.#reading = this.#living
      .read()
      .catch(() => null)
      .then(read => {
        this.#reading = null
        if (read) this.#arrive({ input: read })
        else this.#wake()
      })
  }

  /** Whether an effect has to wait until the plan is read: a run must not end before a task that was just written. */
  #mustWait = (effect: Effect): boolean => CLOSING.has(effect.type) && (this.#reading !== null || this.#living.isDue)

  /** Starts every effect that should be in progress and is not. Its beginning is durable before it starts. */
  async #startWhatFits(): Promise<void> {
    for (;;) {
      const effect = this.#wanted().find(
        candidate => !this.#underWay.has(effectKey(candidate)) && !this.#mustWait(candidate),
      )
      if (!effect) return
      const before = this.#state
      let beginning: readonly Event[]
      try {
        beginning = await begin(this.#ports, before, effect)
      } catch (error) {
        this.#arrive({ input: { type: 'effect-failed', effect: effectKey(effect), problem: words(error) } })
        return
      }
      // Whether a failed append was written is unknown: only reading the journal again tells, so the run ends.
      await this.#record(stepsFrom(before, beginning, this.#ports.clock.now()), [])
      this.#start(effect, before, this.#state)
    }
  }

  #start(effect: Effect, before: RunState, after: RunState): void {
    const key = effectKey(effect)
    const observe = (observation: Observation) =>
      new Promise<void>((recorded, failed) => this.#arrive({ input: observation, waiting: { recorded, failed } }))
    const calledOff = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, calledOff.signal])
    const { onStep, prover, readDelta, plan } = this.#driving
    const readPlan = () => this.#living.read()
    const current = () => this.#state
    const world = { signal, before, after, current, observe, onStep, prover, readDelta, plan, readPlan }
    const work = perform(this.#ports, effect, world)
      .catch((error: unknown): Observation => ({ type: 'effect-failed', effect: key, problem: words(error) }))
      .then(observation => {
        if (observation) return this.#arrive({ input: observation, effect: key })
        this.#underWay.delete(key)
        this.#wake()
      })
    this.#underWay.set(key, { effect, work, calledOff })
  }

  #arrive(arrival: Arrival): void {
    if (this.#ended) {
      arrival.waiting?.failed(new NotRecorded())
      return
    }
    this.#arrivals.push(arrival)
    this.#wake()
  }

  /** Renews the lease. A failed renewal is retried for as long as the lease lasts; then the run ends cleanly. */
  async #beat(signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports
    let isHeldUntil = clock.now() + LEASE_TTL_MS
    let pauseMs = RENEW_EVERY_MS
    for (;;) {
      await clock.until(clock.now() + pauseMs, signal)
      if (signal.aborted) return
      const askedAt = clock.now()
      const problem = await this.#renew(askedAt)
      if (problem === null) isHeldUntil = askedAt + LEASE_TTL_MS
      else if (problem instanceof LeaseLost || clock.now() >= isHeldUntil) {
        this.#failure = problem
        this.#wake()
        return
      }
      pauseMs = problem === null ? RENEW_EVERY_MS : RENEW_AGAIN_MS
    }
  }

  /** Why the lease was not renewed; null if it was. */
  async #renew(now: number): Promise<Error | null> {
    try {
      return (await this.#ports.store.renewLease(this.#driving.lease, now)) ? null : new LeaseLost('lease-lost')
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
}

/** Effects that follow once every task has ended. */
const CLOSING: ReadonlySet<Effect['type']> = new Set(['review-branch', 'prove-release', 'write-release', 'finish-run'])

/** The run ended before the record was made; a waiter must not continue as if it had been. */
class NotRecorded extends Error {
  constructor() {
    super('the run ended before this was recorded')
  }
}

function stepsFrom(before: RunState, events: readonly Event[], at: number): readonly Step[] {
  let state = before
  return events.map(event => {
    const record: Recorded = { version: state.version + 1, at, event }
    state = evolve(state, record)
    return { record, state }
  })
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))
