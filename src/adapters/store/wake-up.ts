import { type FSWatcher, utimesSync, watch, writeFileSync } from 'node:fs'

const FALLBACK_MS = 2_000

/** Lets a bell distinguish writes of other processes from our own. */
export interface BellOptions {
  /** A number that changes when another connection writes to the database. */
  readonly dataVersion: () => number
  readonly fallbackMs?: number
}

/** How processes that share a journal wake each other: a file that is touched after every write. */
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

  /** Wakes the others. Never fails: a process that misses it polls a little later. */
  ring(): void {
    const now = new Date()
    try {
      utimesSync(this.#file, now, now)
    } catch {
      this.hang()
    }
  }

  /** Ensures that the bell file exists. */
  hang(): void {
    try {
      writeFileSync(this.#file, '', { flag: 'a', mode: 0o600 })
    } catch {
      // In a folder without write access, only polling remains.
    }
  }

  /** Calls back after others wrote; several writes may give one call, and some calls are spurious. */
  watch(listener: () => void): () => void {
    // Its own object, so that the same function can listen twice and stop once.
    const entry = { call: listener }
    this.#listeners.add(entry)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      if (this.#listeners.delete(entry) && this.#listeners.size === 0) this.#stop()
    }
  }

  /** Calls the listeners of this connection soon, no matter which process wrote. */
  wake(): void {
    if (this.#listeners.size === 0) return
    this.#isDue = true
    this.#checkSoon()
  }

  /** Calls no listener any more. */
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
      // No bell file, or no more watches available: only the timer polls, and it keeps the process alive for that.
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
