import type { Clock } from '../../src/ports.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly fire: () => void
}

/** Time that moves only when nothing else can: to the next thing somebody waits for. */
export class FakeClock implements Clock {
  #now: number
  #order = 0
  readonly #timers = new Set<Timer>()

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  until(at: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || at <= this.#now) return Promise.resolve()
    return new Promise(resolve => {
      const timer: Timer = {
        at,
        order: this.#order++,
        fire: () => {
          this.#timers.delete(timer)
          signal.removeEventListener('abort', timer.fire)
          resolve()
        },
      }
      this.#timers.add(timer)
      signal.addEventListener('abort', timer.fire, { once: true })
    })
  }

  #first(): Timer | null {
    let first: Timer | null = null
    for (const timer of this.#timers)
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer
    return first
  }

  /** Lets everything run that can, moving time forward until the work is done; null when it takes longer than `msMax`. */
  async run<T>(work: Promise<T>, msMax: number): Promise<T | null> {
    const outcome: { settled: Promise<T> | null } = { settled: null }
    const settle = () => {
      outcome.settled = work
    }
    work.then(settle, settle)
    const end = this.#now + msMax
    for (;;) {
      await new Promise(resolve => setImmediate(resolve))
      if (outcome.settled) return outcome.settled
      const first = this.#first()
      if (!first || first.at > end) return null
      this.#now = Math.max(this.#now, first.at)
      first.fire()
    }
  }
}
