import type { WebChange } from '../../wire.ts'
import { keptAs, writeKept } from '../parts/kept.ts'
import { partOf, read } from './ask-server.ts'
import { shareWhileHidden } from './hidden-pages.ts'
import { type ShownRun, withChange } from './shown-run.ts'

/** `signed-out`: the server was restarted and does not know this browser; `unknown`: it has no such run. */
type Link = 'connecting' | 'live' | 'lost' | 'signed-out' | 'unknown'

export interface LiveRun {
  readonly link: Link
  /** The last known state. */
  readonly shown: ShownRun | null
  /** When the link was lost, in milliseconds. */
  readonly lostAt: number | null
}

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000]
/** A link that comes back within this time is not reported as lost. */
const GRACE_MS = 700
/** Written by a page that got in, so that the others of this browser try again. */
const SIGNED_IN = 'signed in'
/** After being hidden for this long, a socket may be dead without a sign of it. */
const STALE_AFTER_MS = 45_000

/** Follows a run until it is told to stop. */
export function followRun(run: string, tell: (live: LiveRun) => void): () => void {
  const follower = new Follower(run, tell)
  follower.connect()
  return () => follower.stop()
}

/** One stream, opened again whenever it breaks. The browser continues a broken one from the last version by itself. */
class Follower {
  readonly #run: string
  readonly #tell: (live: LiveRun) => void
  readonly #over = new AbortController()
  readonly #share: () => void
  #live: LiveRun = { link: 'connecting', shown: null, lostAt: null }
  #source: EventSource | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #grace: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  #hiddenAt: number | null = null

  constructor(run: string, tell: (live: LiveRun) => void) {
    this.#run = run
    this.#tell = tell
    const { signal } = this.#over
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal })
    window.addEventListener('online', () => this.connect(), { signal })
    window.addEventListener('storage', ({ key }) => this.#onStorage(key), { signal })
    this.#share = shareWhileHidden(run, { rest: () => this.#rest(), wake: () => this.connect() })
  }

  connect(): void {
    clearTimeout(this.#retry)
    this.#source?.close()
    const opened = new EventSource(partOf(this.#run, 'events'))
    this.#source = opened
    opened.onopen = () => this.#onOpen()
    opened.addEventListener('change', ({ data }) => {
      this.#onOpen()
      this.#set({ shown: withChange(this.#live.shown, JSON.parse(data) as WebChange) })
    })
    opened.onerror = () => {
      this.#onError()
      if (opened.readyState === EventSource.CLOSED) void this.#lookAtRefusal()
    }
  }

  stop(): void {
    this.#over.abort()
    this.#share()
    this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#grace)
    this.#source?.close()
  }

  #set(next: Partial<LiveRun>): void {
    this.#live = { ...this.#live, ...next }
    if (!this.#over.signal.aborted) this.#tell(this.#live)
  }

  #onOpen(): void {
    clearTimeout(this.#grace)
    this.#grace = undefined
    this.#tries = 0
    if (this.#live.link === 'live') return
    this.#set({ link: 'live', lostAt: null })
    writeKept(SIGNED_IN, Date.now())
  }

  #onError(): void {
    this.#grace ??= setTimeout(() => {
      const { link } = this.#live
      if (link === 'live' || link === 'connecting') this.#set({ link: 'lost', lostAt: Date.now() })
    }, GRACE_MS)
  }

  /** The browser gives up on a refusal without its reason; a plain request has it. */
  async #lookAtRefusal(): Promise<void> {
    const answer = await read(partOf(this.#run))
    if (this.#over.signal.aborted) return
    // Each further try would count as a wrong key: only a sign of a new sign-in is one more.
    if (!answer.ok && answer.status === 401)
      return this.#set({ link: 'signed-out', lostAt: this.#live.lostAt ?? Date.now() })
    if (!answer.ok && answer.status === 404) return this.#set({ link: 'unknown' })
    this.#retry = setTimeout(() => this.connect(), RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)])
    this.#tries += 1
  }

  #onVisibility(): void {
    if (document.hidden) {
      this.#hiddenAt = Date.now()
      return
    }
    const wasAway = this.#hiddenAt !== null && Date.now() - this.#hiddenAt > STALE_AFTER_MS
    this.#hiddenAt = null
    if (wasAway || this.#live.link === 'lost' || this.#live.link === 'signed-out') this.connect()
  }

  #onStorage(key: string | null): void {
    if (key === keptAs(SIGNED_IN) && this.#live.link === 'signed-out') this.connect()
  }
}
