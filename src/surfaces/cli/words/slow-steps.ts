import type { TaskId } from '../../../core/plan/ids.ts'
import type { ProofStep } from '../../../core/proof/proof-step.ts'

/** Shorter steps are not worth a line. */
const SLOW_MS = 5_000

/** Reports the current step of a proof, for steps that take a while. */
export class SlowSteps {
  readonly #say: (task: TaskId, step: ProofStep) => void
  readonly #slowMs: number
  readonly #waiting = new Map<TaskId, NodeJS.Timeout>()

  constructor(say: (task: TaskId, step: ProofStep) => void, slowMs = SLOW_MS) {
    this.#say = say
    this.#slowMs = slowMs
  }

  begin(task: TaskId, step: ProofStep): void {
    this.end(task)
    this.#waiting.set(task, setTimeout(() => this.#say(task, step), this.#slowMs).unref())
  }

  end(task: TaskId): void {
    clearTimeout(this.#waiting.get(task))
    this.#waiting.delete(task)
  }

  close(): void {
    for (const task of [...this.#waiting.keys()]) this.end(task)
  }
}
