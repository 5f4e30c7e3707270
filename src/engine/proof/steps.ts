import type { ProofStep } from '../../core/proof/proof-step.ts'
import type { Bench } from './suite/bench.ts'

/** Steps that come after the gates. */
export const AFTER_GATES = ['what shows the change', 'controls'] as const

/** Counts the steps of a proof as they begin. */
export class Steps {
  readonly #told: (step: ProofStep) => void
  #names: readonly string[] = []
  #at = 0
  #name = ''

  constructor(told: (step: ProofStep) => void = () => {}) {
    this.#told = told
  }

  /** Sets the list of steps, once the forms of the draft are known. */
  plan(bench: Bench, gates: readonly string[]): void {
    bench.whenRun(form => this.#form(form))
    this.#names = [...gates, ...AFTER_GATES]
  }

  begin(name: string): void {
    const found = this.#names.indexOf(name)
    // Gates that refused the last attempt run first: the count never goes back.
    this.#at = Math.max(this.#at + 1, Math.min(found + 1, this.#names.length))
    this.#name = name
    this.#tell(null)
  }

  /** A command begins on a form of the code. */
  #form(form: string): void {
    if (this.#name !== '') this.#tell(form)
  }

  #tell(form: string | null): void {
    const of = this.#names.length
    this.#told({ at: Math.min(this.#at, of), of, name: this.#name, form })
  }
}
