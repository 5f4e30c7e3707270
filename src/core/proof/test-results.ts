/** What a suite did, test by test. */
export interface SuiteReport {
  readonly tests: readonly TestResult[]
  /** Files whose tests never got as far as running: they could not be loaded or collected. */
  readonly broken: readonly BrokenFile[]
}

/** Only `passed` is a pass: a test that is skipped, put off or expected to fail shows nothing. */
export type TestStatus = 'passed' | 'failed' | 'skipped' | 'todo' | 'expected-failure'

export interface TestResult {
  /** File, then the names around the test, then its own; the same in a whole run and in a run of single files. */
  readonly id: string
  /** Relative to the tree, with `/`. Empty where the runner does not say. */
  readonly file: string
  readonly status: TestStatus
  readonly failure: TestFailure | null
}

export interface TestFailure {
  /** Plain text, without colours or control characters; the first line says it. */
  readonly message: string
  /** Where in the tree it was raised. */
  readonly at: { readonly file: string; readonly line: number } | null
}

export interface BrokenFile {
  readonly file: string
  readonly message: string
}

/** How the names around a test are joined into an id. */
export const ID_SEPARATOR = ' > '
