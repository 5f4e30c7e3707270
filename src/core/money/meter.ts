/** Whether a CLI starts its count at every launch, or continues that of the resumed session. */
export type CountedOver = 'launch' | 'session'

export interface Tokens {
  /** Without cached tokens. */
  readonly input: number
  readonly cached: number
  readonly output: number
}

/** Usage as the CLI reported it. The cost of one launch is derived from it, never stored. */
export interface Meter {
  readonly model: string | null
  /** Version of the CLI: the meaning of its numbers depends on it. */
  readonly version: string | null
  /** Null if not reported: unknown is not 0. */
  readonly tokens: Tokens | null
  readonly tokensOver: CountedOver
  readonly costUsd: number | null
  readonly costOver: CountedOver
}
