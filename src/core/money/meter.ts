/** Whether a CLI counts anew at every launch, or goes on where the session it resumed had stood. */
export type CountedOver = 'launch' | 'session'

export interface Tokens {
  /** Without those that came from the vendor's cache. */
  readonly input: number
  readonly cached: number
  readonly output: number
}

/** What a launch says that it used, as its CLI said it. What one launch cost is derived from it, never stored. */
export interface Meter {
  readonly model: string | null
  /** Of the CLI: what its numbers mean differs by version. */
  readonly version: string | null
  /** Null when nothing was said: unknown is not 0. */
  readonly tokens: Tokens | null
  readonly tokensOver: CountedOver
  readonly costUsd: number | null
  readonly costOver: CountedOver
}
