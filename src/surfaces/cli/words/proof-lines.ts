import type { Receipt } from '../../../core/proof/receipt.ts'
import { gapLines, strengthOf, strengthWords } from '../../../core/strength/strength.ts'
import { duration } from '../../../core/text/time.ts'

/** What the tests notice, and where the time of the proof went. */
export const proofLines = (receipt: Receipt | null): readonly string[] =>
  receipt === null ? [] : [...strengthLines(receipt), ...timeLines(receipt)]

function strengthLines(receipt: Receipt): readonly string[] {
  const strength = strengthOf(receipt)
  const gaps = strength ? gapLines(strength) : []
  const words = strengthWords(strength)
  if (words === null && gaps.length === 0) return []
  return ['', `Strength of the tests${words === null ? '' : `: ${words}`}`, ...gaps.map(line => `  ${line}`)]
}

/** Quicker steps are not worth a line. */
const SHOWN_MS = 10

function timeLines({ steps = [], durationMs }: Receipt): readonly string[] {
  if (steps.length === 0) return []
  const parts = steps
    .filter(step => step.durationMs >= SHOWN_MS)
    .toSorted((one, other) => other.durationMs - one.durationMs)
  return [
    '',
    `Time of the proof: ${duration(durationMs)}`,
    ...parts.map(part => `  ${part.name.padEnd(24)} ${duration(part.durationMs)}`),
  ]
}
