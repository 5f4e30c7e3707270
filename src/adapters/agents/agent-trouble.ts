import type { Ending } from '../../core/run/ending.ts'
import { shortLine } from './answers/answer-fields.ts'
import type { Heard } from './stream-facts.ts'
import { usageLimitIn } from './usage-limit.ts'

const PROBLEM_MAX = 1_000
const TOO_MANY_REQUESTS = 429
const NO_ROOM: readonly number[] = [503, 529]
/** Not a usage limit: the vendor wants to be paid, and waiting does not help. */
const UNPAID = /quota|billing|credit balance/i
/** A quota that resets by itself. */
const COMES_BACK = /daily quota|quota will reset/i
const OVERLOADED = /\boverloaded|at capacity|service unavailable|(?:status|error)\D{0,12}\b5(?:03|29)\b/i

/** Classifies an agent's error message: wait until a time, wait a little, or neither. */
export function troubleEnding(
  words: string,
  { status, limit }: { readonly status: number | null; readonly limit: Heard['limit'] },
  now: number,
): Ending {
  const problem = shortLine(words, PROBLEM_MAX)
  const isUnpaid = UNPAID.test(words) && !COMES_BACK.test(words)
  const found = limit ?? (isUnpaid ? null : usageLimitIn(words, now))
  if (found !== null) return { is: 'usage-limit', problem, resetsAt: found.resetsAt }
  if (status === TOO_MANY_REQUESTS && !isUnpaid) return { is: 'usage-limit', problem, resetsAt: null }
  if ((status !== null && NO_ROOM.includes(status)) || OVERLOADED.test(words)) return { is: 'overloaded', problem }
  return { is: 'agent-error', problem }
}
