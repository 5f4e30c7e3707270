import type { Tokens } from './meter.ts'

/** The vendor's list price per million tokens. */
interface Price {
  /** Matches every model whose name begins with this; the longest match counts. */
  readonly model: string
  readonly inputUsd: number
  readonly cachedUsd: number
  readonly outputUsd: number
}

/** Date and source of the list, so that the age of an estimate is visible. */
export const PRICES_OF = { date: '2026-10', source: "the vendors' public price lists, without discounts and batches" }

/** Only well-known models, for CLIs that report tokens but no price. Any other model costs *unknown*. */
const PRICES: readonly Price[] = [
  { model: 'claude-fable-5', inputUsd: 10, cachedUsd: 1, outputUsd: 50 },
  { model: 'claude-fable-5-1', inputUsd: 10, cachedUsd: 0.25, outputUsd: 50 },
  { model: 'claude-opus-5-5', inputUsd: 4, cachedUsd: 0.2, outputUsd: 20 },
  { model: 'claude-opus-5', inputUsd: 5, cachedUsd: 0.5, outputUsd: 25 },
  { model: 'claude-opus-4', inputUsd: 15, cachedUsd: 1.5, outputUsd: 75 },
  { model: 'claude-opus-4-5', inputUsd: 5, cachedUsd: 0.5, outputUsd: 25 },
  { model: 'claude-opus-4-6', inputUsd: 5, cachedUsd: 0.5, outputUsd: 25 },
  { model: 'claude-opus-4-7', inputUsd: 5, cachedUsd: 0.5, outputUsd: 25 },
  { model: 'claude-opus-4-8', inputUsd: 5, cachedUsd: 0.5, outputUsd: 25 },
  { model: 'claude-sonnet-5-5', inputUsd: 2, cachedUsd: 0.2, outputUsd: 10 },
  { model: 'claude-sonnet-5', inputUsd: 2, cachedUsd: 0.2, outputUsd: 10 },
  { model: 'claude-sonnet-4', inputUsd: 3, cachedUsd: 0.3, outputUsd: 15 },
  { model: 'claude-haiku-4-5', inputUsd: 1, cachedUsd: 0.1, outputUsd: 5 },
  { model: 'gpt-5.5', inputUsd: 5, cachedUsd: 0.5, outputUsd: 30 },
  { model: 'gpt-5.4', inputUsd: 2.5, cachedUsd: 0.25, outputUsd: 15 },
  { model: 'gpt-5.4-mini', inputUsd: 0.75, cachedUsd: 0.075, outputUsd: 4.52 },
  { model: 'gpt-5.3-codex', inputUsd: 1.75, cachedUsd: 0.175, outputUsd: 14 },
  { model: 'gpt-5.2', inputUsd: 1.75, cachedUsd: 0.175, outputUsd: 14 },
  { model: 'gpt-5', inputUsd: 1.25, cachedUsd: 0.125, outputUsd: 10 },
  { model: 'gpt-5-mini', inputUsd: 0.25, cachedUsd: 0.025, outputUsd: 2 },
  { model: 'gpt-5-pro', inputUsd: 15, cachedUsd: 15, outputUsd: 120 },
  { model: 'gpt-5-nano', inputUsd: 0.05, cachedUsd: 0.005, outputUsd: 0.4 },
  { model: 'gemini-2.5-pro', inputUsd: 1.25, cachedUsd: 0.125, outputUsd: 10 },
  { model: 'gemini-2.5-flash', inputUsd: 0.3, cachedUsd: 0.03, outputUsd: 2.5 },
]

/** The list price of these tokens; null for an unlisted model. The name may have a provider prefix. */
export function estimateUsd(model: string | null, tokens: Tokens): number | null {
  const name = model?.replace(/^.*\//, '').toLowerCase() ?? ''
  const price = PRICES.filter(({ model: prefix }) => isOfKind(name, prefix)).sort(
    (one, other) => other.model.length - one.model.length,
  )[0]
  if (!price) return null
  const { input, cached, output } = tokens
  return (input * price.inputUsd + cached * price.cachedUsd + output * price.outputUsd) / 1_000_000
}

/** `gpt-5-codex` is of the kind `gpt-5`; `gpt-55` is not, nor is a later `gpt-5.9`, whose price is unknown. */
const isOfKind = (name: string, prefix: string): boolean => name === prefix || name.startsWith(`${prefix}-`)
