/** The number of tests that a runner reports. Used only against a pass (none ran, most fail), never for one. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

/** One count for every summary that the output holds: a repository of many packages prints one for each. */
type Reader = (output: string) => readonly TestCounts[]

const NONE: TestCounts = { passed: 0, failed: 0 }
const number = (match: RegExpMatchArray | null): number => (match ? Number(match[1]) : 0)

/** node:test, tape and others that print TAP's closing comments; its numbers may be set in columns. */
const nodeTest: Reader = output =>
  [...output.matchAll(/^(?:#|ℹ) tests +\d+$(?:\r?\n(?:#|ℹ) [a-z_]+ +[\d.]+$)*/gm)].map(([summary]) => ({
    passed: number(summary.match(/^(?:#|ℹ) pass +(\d+)$/m)),
    failed: number(summary.match(/^(?:#|ℹ) fail +(\d+)$/m)),
  }))

/** vitest and jest: `Tests  1 failed | 2 passed (3)`, `Tests: 1 failed, 2 passed, 3 total`, `No test files found`. */
const vitestOrJest: Reader = output => [
  ...[...output.matchAll(/^\s*No test(?:s| files)? found/gm)].map(() => NONE),
  ...[...output.matchAll(/^\s*Tests:?\s+(.*(?:passed|failed|total|skipped|todo).*)$/gm)].map(([, line]) => ({
    passed: number(line!.match(/(\d+) passed/)),
    failed: number(line!.match(/(\d+) failed/)),
  })),
]

const pytest: Reader = output => [
  ...[...output.matchAll(/^=*\s*no tests ran/gm)].map(() => NONE),
  ...[...output.matchAll(/^=*\s*((?:\d+ [a-z]+,? ?)+)in [\d.]+s/gm)].map(([, line]) => ({
    passed: number(line!.match(/(\d+) passed/)),
    failed: number(line!.match(/(\d+) failed/)) + number(line!.match(/(\d+) errors?/)),
  })),
]

const mocha: Reader = output => [
  ...[...output.matchAll(/^\s*(\d+) passing\b/gm)].map(([, count]) => ({ passed: Number(count), failed: 0 })),
  ...[...output.matchAll(/^\s*(\d+) failing\b/gm)].map(([, count]) => ({ passed: 0, failed: Number(count) })),
]

/** cargo prints one such line per test binary. */
const cargo: Reader = output =>
  [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)].map(([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }))

const ctest: Reader = output => [
  ...[...output.matchAll(/^No tests were found/gm)].map(() => NONE),
  ...[...output.matchAll(/tests passed, (\d+) tests? failed out of (\d+)/g)].map(([, failed, all]) => ({
    passed: Number(all) - Number(failed),
    failed: Number(failed),
  })),
]

/** go names packages, not tests: enough to see whether anything ran, not enough to count failures. */
const go: Reader = output =>
  /^FAIL\b/m.test(output)
    ? []
    : [...output.matchAll(/^(?:ok|\?)\s+\S+\s+((?:[\d.]+s|\(cached\)|\[no test files\]).*)$/gm)].map(([, rest]) =>
        /\[no test files\]|\[no tests to run\]/.test(rest!) ? NONE : { passed: 1, failed: 0 },
      )

const READERS: readonly Reader[] = [nodeTest, vitestOrJest, pytest, mocha, cargo, ctest, go]

/** The sum of all summaries in an output; null if none is readable. */
export function readCounts(output: string): TestCounts | null {
  const counts = READERS.flatMap(read => read(output))
  if (counts.length === 0) return null
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
  }
}
