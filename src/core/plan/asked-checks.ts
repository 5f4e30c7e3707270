import type { Task } from './plan.ts'

/** `Checkpoint - Ensure all tests pass`: words before a dash set a place in the plan, no work. */
const LEAD = /^[\p{L}\p{N} ]{1,40}?(?:\s[-–—]|:)\s+/u
const SUITE = '(?:tests?|test suite|suite)(?: suite)?'
const MEANS_IT = '(?:verify|ensure|check|confirm|make sure)'
/** Every word up to the end is about tests that pass: a condition behind it would be work of its own. */
const ENSURES = new RegExp(
  String.raw`^${MEANS_IT}(?: that)? (?:\S+ ){0,4}?${SUITE} (?:still |all )?(?:pass(?:es)?|succeeds?|(?:are|is) (?:still )?green)(?:$|[.,;(])`,
  'iu',
)
const RUNS = new RegExp(
  String.raw`^(?:re-?)?run (?:\S+ ){0,4}?${SUITE}(?:\.?$| (?:and|to) ${MEANS_IT}\b)|^run \x60[^\x60]*\btests?\b[^\x60]*\x60\.?$`,
  'iu',
)
const CHECKPOINT = /^(?:final )?checkpoint\b/i

const asks = (words: string): boolean => ENSURES.test(words) || RUNS.test(words)

/**
 * Whether a task asks for nothing but tests that pass, as generated lists do between their parts. Then the suite shows that it is
 * done without a change; a change is proven like any other.
 */
export function asksForPassingTests({ title, steps }: Pick<Task, 'title' | 'steps'>): boolean {
  const words = title.trim()
  return asks(words) || asks(words.replace(LEAD, '')) || (CHECKPOINT.test(words) && asks((steps[0] ?? '').trim()))
}
