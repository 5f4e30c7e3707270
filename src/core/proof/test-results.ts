/** The results of a suite, test by test. */
export interface SuiteReport {
  readonly tests: readonly TestResult[]
  /** Files whose tests did not run: they could not be loaded or collected. */
  readonly broken: readonly BrokenFile[]
}

/** Only `passed` is a pass: a test that is skipped, planned or expected to fail shows nothing. */
export type TestStatus = 'passed' | 'failed' | 'skipped' | 'todo' | 'expected-failure'

export interface TestResult {
  /** File, then the names of its groups, then its own; the same in a whole run and in a run of single files. */
  readonly id: string
  /** Relative to the tree, with `/`. Empty if the runner does not report it. */
  readonly file: string
  readonly status: TestStatus
  readonly failure: TestFailure | null
}

export interface TestFailure {
  /** Plain text, without colours or control characters; the first line is a summary. */
  readonly message: string
  /** Both sides of the comparison that failed; absent if the runner does not report them. */
  readonly values?: ComparedValues
  /** Its location in the tree. */
  readonly at: { readonly file: string; readonly line: number } | null
}

/** Both sides of a comparison, as text. */
export interface ComparedValues {
  readonly expected: string
  readonly actual: string
}

export interface BrokenFile {
  readonly file: string
  readonly message: string
}

export const ID_SEPARATOR = ' > '
