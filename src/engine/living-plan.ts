import type { Observation } from '../core/run/input.ts'
import type { RunState } from '../core/run/state.ts'
import { changesDuring, lacksAgent, type PlanSource, planEditedEvent, withOwnDocuments } from './edited-plan.ts'

/** Follows the plan documents while a run goes on: one reading at a time, and one more if they changed meanwhile. */
export class LivingPlan {
  readonly #source: PlanSource | undefined
  readonly #state: () => RunState
  readonly #onProblem: (problem: string) => void
  #problem: string | null = null
  #isDue = false

  constructor(
    source: PlanSource | undefined,
    { state, onProblem }: { readonly state: () => RunState; readonly onProblem: (problem: string) => void },
  ) {
    this.#source = source
    this.#state = state
    this.#onProblem = onProblem
  }

  /** Whether the documents are to be read before the run may end. */
  get isDue(): boolean {
    return this.#isDue && this.#source !== undefined
  }

  /** The documents may have changed. */
  look(): void {
    this.#isDue = true
  }

  watch(changed: () => void): () => void {
    return (
      this.#source?.watch(() => {
        this.look()
        changed()
      }) ?? (() => {})
    )
  }

  /** The differences as an observation; null if there are none, or nothing that can be run. */
  async read(): Promise<Observation | null> {
    this.#isDue = false
    const found = await this.#source?.read()
    if (!found) return null
    const state = this.#state()
    if ('problem' in found) return this.#refuse(found.problem)
    const now = withOwnDocuments(state, found)
    if (lacksAgent(state, now)) return this.#refuse('a task of the edited plan has no agent')
    this.#problem = null
    const changes = changesDuring(state, now)
    if (changes.length === 0) return null
    const { type: _, ...edited } = planEditedEvent(state, now, changes)
    return { type: 'plan-read', ...edited }
  }

  /** Told once: the document is read again at the next landing. */
  #refuse(problem: string): null {
    if (this.#problem !== problem) this.#onProblem(problem)
    this.#problem = problem
    return null
  }
}
