import type { TestCase } from 'vitest/node'

/** Lists the tests that did not run: a missing tool is never a pass. */
export default class NotRun {
  readonly #titles: string[] = []

  onTestCaseResult(test: TestCase): void {
    // Other skips come from selecting single tests.
    if (test.result().state === 'skipped' && test.fullName.includes('(not run'))
      this.#titles.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#titles.length === 0) return
    console.log(['', `${this.#titles.length} not run:`, ...this.#titles.map(title => `- ${title}`)].join('\n'))
  }
}
