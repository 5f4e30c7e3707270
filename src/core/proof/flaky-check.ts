/** A check that did not say the same every time it was asked about the very same code. */
export interface FlakyCheck {
  /** The id of a test, or the command where only that can be read. */
  readonly check: string
  readonly failed: number
  readonly runs: number
}

/** `tests/a.test.js > waits failed in 1 of 3 runs of the same code`. */
export const flakyWords = ({ check, failed, runs }: FlakyCheck): string =>
  `${check} failed in ${failed} of ${runs} runs of the same code`
