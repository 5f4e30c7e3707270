/** The number of tests that a runner reports. Used only against a pass (none ran, most fail), never for one. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

/** The summaries of runners, each with its numbers by name; a repository of many packages prints one for each. */
const SUMMARIES: readonly RegExp[] = [
  // node:test, tape and others that print TAP's closing comments; its numbers may be set in columns.
  /^(?:#|ℹ) tests +\d+$(?:\r?\n(?:#|ℹ) suites .*)?(?:\r?\n(?:#|ℹ) pass +(?<passed>\d+)$)?(?:\r?\n(?:#|ℹ) fail +(?<failed>\d+)$)?/gm,
  // vitest and jest: `Tests  1 failed | 2 passed (3)`, `Tests: 1 failed, 2 passed, 3 total`.
  /^\s*Tests:?\s+(?=.*(?:passed|failed|total|skipped|todo))(?:.*?(?<failed>\d+) failed)?(?:.*?(?<passed>\d+) passed)?/gm,
  // pytest: `1 failed, 2 passed, 1 error in 0.12s`.
  /^=*\s*(?=(?:\d+ [a-z]+,? ?)+in [\d.]+s)(?:.*?(?<failed>\d+) failed)?(?:.*?(?<passed>\d+) passed)?(?:.*?(?<errors>\d+) errors?)?/gm,
  // mocha
  /^\s*(?:(?<passed>\d+) passing|(?<failed>\d+) failing)\b/gm,
  // cargo prints one for each test binary.
  /^test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed;/gm,
  // ctest
  /tests passed, (?<failed>\d+) tests? failed out of (?<all>\d+)/g,
  /^(?:\s*No test(?:s| files)? found|=*\s*no tests ran|No tests were found)/gm,
]

/** go names packages, not tests: enough to see whether anything ran, not enough to count failures. */
const GO =
  /^(?:(?<broken>FAIL)\b|(?:ok|\?)\s+\S+\s+(?:[\d.]+s|\(cached\)|\[no test files\])(?<none>.*\[no tests to run\])?)/gm

/** The sum of all summaries in an output; null if none is readable. */
export function readCounts(output: string): TestCounts | null {
  const found = SUMMARIES.flatMap(summary => [...output.matchAll(summary)].map(({ groups = {} }) => groups))
  const counts = [...found.map(countsIn), ...goCounts(output)]
  if (counts.length === 0) return null
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function countsIn(groups: Readonly<Record<string, string | undefined>>): TestCounts {
  const number = (name: string) => Number(groups[name] ?? 0)
  const failed = number('failed') + number('errors')
  return { passed: groups.all === undefined ? number('passed') : number('all') - failed, failed }
}

function goCounts(output: string): readonly TestCounts[] {
  const found = [...output.matchAll(GO)]
  if (found.some(({ groups }) => groups?.broken)) return []
  return found.map(({ 0: line, groups }) => ({
    passed: groups?.none || line.includes('[no test files]') ? 0 : 1,
    failed: 0,
  }))
}
