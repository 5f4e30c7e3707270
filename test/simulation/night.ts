import type { Meter } from '../../src/core/money/meter.ts'
import type { Ending } from '../../src/core/run/ending.ts'
import type { Launch } from '../../src/ports.ts'
import type { BehaviourKind } from './agents/behaviour.ts'

/** What goes wrong while everybody sleeps; times count from the beginning. */
export interface Night {
  /** When the vendor gives no more, and whether it says until when. Who works when it begins is ended. */
  readonly limits: readonly { readonly fromMs: number; readonly untilMs: number; readonly isSaid: boolean }[]
  /** The task whose agent hands in the same wrong files every time. */
  readonly stuck: string
  /** The task whose agent fails once, and whose session is not known any more when it is gone on with. */
  readonly forgotten: string
  readonly usdPerLaunch: number
}

/** The vendor of a night's agents: its limits, its sessions and its bill. It outlives every engine. */
export class Vendor {
  /** What every launch really cost together. */
  billedUsd = 0
  /** The limits that somebody ran into. */
  readonly limitsMet = new Set<number>()
  /** How often a session was asked for that nobody knows any more. */
  forgotten = 0
  readonly #night: Night
  readonly #begin: number
  readonly #sessions = new Map<string, number>()

  constructor(night: Night, begin: number) {
    this.#night = night
    this.#begin = begin
  }

  /** The limit that holds at this time. */
  limitAt(now: number): Ending | null {
    const since = now - this.#begin
    const at = this.#night.limits.findIndex(({ fromMs, untilMs }) => since >= fromMs && since < untilMs)
    const limit = this.#night.limits[at]
    if (!limit) return null
    this.limitsMet.add(at)
    const resetsAt = limit.isSaid ? this.#begin + limit.untilMs : null
    return { is: 'usage-limit', problem: 'you have used it up', resetsAt }
  }

  /** When the next limit begins, so that nobody works over it. */
  nextLimit(now: number): number {
    const coming = this.#night.limits.map(({ fromMs }) => this.#begin + fromMs).filter(from => from > now)
    return Math.min(...coming, Number.MAX_SAFE_INTEGER)
  }

  behaviour({ task, attempt }: Launch, usual: BehaviourKind): BehaviourKind {
    if (task === this.#night.stuck || (task === this.#night.forgotten && attempt === 1)) return 'bad-source'
    // Others are not what this night is about: nobody here would resolve their conflicts.
    return usual === 'touches-shared' ? 'honest' : usual
  }

  /** The session that a launch goes on in or begins; null when it is not known any more. */
  session({ task, session, token }: Launch): string | null {
    if (session === null) return `session-${token}`
    // Once: several losses in a row would spend the relaunches, which is another story.
    if (task !== this.#night.forgotten || this.forgotten > 0 || !this.#sessions.has(session)) return session
    this.forgotten++
    return null
  }

  /** The bill of a launch, as a CLI that counts over the session says it. */
  bill(session: string): Meter {
    this.billedUsd += this.#night.usdPerLaunch
    const costUsd = (this.#sessions.get(session) ?? 0) + this.#night.usdPerLaunch
    this.#sessions.set(session, costUsd)
    return { model: null, version: null, tokens: null, tokensOver: 'launch', costUsd, costOver: 'session' }
  }
}
