import { type FSWatcher, utimesSync, watch, writeFileSync } from 'node:fs'

const FALLBACK_MS = 2_000

/** What a bell needs to tell a write of others from one of our own. */
export interface BellOptions {
  /** A number that changes when somebody else wrote to the database. */
  readonly dataVersion: () => number
  readonly fallbackMs?: number
}

/** How processes that share a journal wake each other: a file whose times are touched after every write. */
export class Bell {
  readonly #file: string
  readonly #dataVersion: () => number
  readonly #fallbackMs: number
  readonly #listeners = new Set<{ readonly call: () => void }>()
  #watcher: FSWatcher | null = null
  #timer: NodeJS.Timeout | null = null
  #check: NodeJS.Immediate | null = null
  #seen = 0
  #isDue = false

  constructor(file: string, { dataVersion, fallbackMs = FALLBACK_MS }: BellOptions) {
    this.#file = file
    this.#dataVersion = dataVersion
    this.#fallbackMs = fallbackMs
  }

  /** Wakes the others. Never fails: who misses it looks by himself a little later. */
  ring(): void {
    const now = new Date()
    try {
      utimesSync(this.#file, now, now)
    } catch {
      this.hang()
    }
  }

  /** Makes sure that there is something to ring and to watch. */
  hang(): void {
    try {
      writeFileSync(this.#file, '', { flag: 'a', mode: 0o600 })
    } catch {
      // A folder that takes no file leaves the slow way.
    }
  }

  /** Calls back after others wrote; many writes may give one call, and now and then a call comes for nothing. */
  watch(listener: () => void): () => void {
    // Its own object, so that the same function can listen twice and stop once.
    const entry = { call: listener }
    this.#listeners.add(entry)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      if (this.#listeners.delete(entry) && this.#listeners.size === 0) this.#stop()
    }
  }

  /** Calls the listeners of this connection soon, whoever wrote. */
  wake(): void {
    if (this.#listeners.size === 0) return
    this.#isDue = true
    this.#checkSoon()
  }

  /** Nobody is called any more. */
  close(): void {
    this.#listeners.clear()
    this.#stop()
  }

  #start(): void {
    this.#seen = this.#dataVersion()
    this.#timer = setInterval(() => this.#checkSoon(), this.#fallbackMs)
    try {
      this.#watcher = watch(this.#file, () => this.#checkSoon())
      this.#watcher.on('error', () => this.#fallBack())
      this.#timer.unref()
    } catch {
      // No bell, or no more watches to be had: the timer alone keeps looking, and keeps the process alive for it.
    }
  }

  #fallBack(): void {
    this.#watcher?.close()
    this.#watcher = null
    this.#timer?.ref()
  }

  #checkSoon(): void {
    if (this.#listeners.size === 0) return
    this.#check ??= setImmediate(() => {
      this.#check = null
      const version = this.#dataVersion()
      if (version === this.#seen && !this.#isDue) return
      this.#seen = version
      this.#isDue = false
      for (const { call } of [...this.#listeners]) call()
    })
  }

  #stop(): void {
    this.#watcher?.close()
    this.#watcher = null
    clearInterval(this.#timer ?? undefined)
    this.#timer = null
    clearImmediate(this.#check ?? undefined)
    this.#check = null
  }
}
