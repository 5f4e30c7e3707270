/** A check with different results for the same code. */
export interface FlakyCheck {
  /** The id of a test, or the command if there is no report. */
  readonly check: string
  readonly failed: number
  readonly runs: number
}

/** `tests/a.test.js > waits failed in 1 of 3 runs of the same code`. */
export const flakyWords = ({ check, failed, runs }: FlakyCheck): string =>
  `${check} failed in ${failed} of ${runs} runs of the same code`
