import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { StepTime } from '../../core/proof/receipt.ts'
import type { Bench } from './suite/bench.ts'

/** Steps that come before the gates. */
const BEFORE_GATES = ['examples', 'held-out', 'ambient reads']

/** Steps that come after the gates, each a mechanism with a cost of its own. */
const AFTER_GATES = [
  'red to green',
  'emptied',
  'repetitions',
  'witnesses',
  'wrong expectations',
  'strength',
  'controls',
]

/** Counts the steps of a proof as they begin, and measures them. */
export class Steps {
  readonly #now: () => number
  readonly #told: (step: ProofStep) => void
  readonly #times = new Map<string, number>()
  #names: readonly string[] = []
  #at = 0
  #name = ''
  #since = 0

  constructor(now: () => number, told: (step: ProofStep) => void = () => {}) {
    this.#now = now
    this.#told = told
    this.#name = 'preparation'
    this.#since = now()
  }

  /** Sets the list of steps, once the forms of the draft are known. */
  plan(bench: Bench, gates: readonly string[]): void {
    bench.whenRun(form => this.#form(form))
    this.#names = [...BEFORE_GATES, ...gates, ...AFTER_GATES]
  }

  begin(name: string): void {
    this.#stop()
    const found = this.#names.indexOf(name)
    // Gates that refused the last attempt run first: the count never goes back.
    this.#at = Math.max(this.#at + 1, Math.min(found + 1, this.#names.length))
    this.#name = name
    this.#tell(null)
  }

  /** The time until now, and that of each step in the order of their beginnings. */
  spent(): { readonly durationMs: number; readonly steps: readonly StepTime[] } {
    this.#stop()
    const steps = [...this.#times].map(([name, durationMs]) => ({ name, durationMs }))
    return { durationMs: steps.reduce((sum, step) => sum + step.durationMs, 0), steps }
  }

  #stop(): void {
    const now = this.#now()
    this.#times.set(this.#name, (this.#times.get(this.#name) ?? 0) + now - this.#since)
    this.#since = now
  }

  /** A command begins on a form of the code. */
  #form(form: string): void {
    if (this.#names.length > 0) this.#tell(form)
  }

  #tell(form: string | null): void {
    const of = this.#names.length
    this.#told({ at: Math.min(this.#at, of), of, name: this.#name, form })
  }
}
