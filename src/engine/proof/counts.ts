/** How many tests a runner says it ran. Used only against a pass (none ran, most fail), never for one. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

type Reader = (output: string) => TestCounts | null

const number = (match: RegExpMatchArray | null): number => (match ? Number(match[1]) : 0)

const nodeTest: Reader = output => {
  const total = output.match(/^(?:#|ℹ) tests (\d+)$/m)
  if (!total) return null
  return {
    passed: number(output.match(/^(?:#|ℹ) pass (\d+)$/m)),
    failed: number(output.match(/^(?:#|ℹ) fail (\d+)$/m)),
  }
}

/** vitest and jest: `Tests  1 failed | 2 passed (3)`, `Tests: 1 failed, 2 passed, 3 total`, `No test files found`. */
const vitestOrJest: Reader = output => {
  if (/^\s*No test(s| files)? found/m.test(output)) return { passed: 0, failed: 0 }
  const line = output.match(/^\s*Tests:?\s+(.*(?:passed|failed|total|skipped|todo).*)$/m)?.[1]
  if (!line) return null
  return { passed: number(line.match(/(\d+) passed/)), failed: number(line.match(/(\d+) failed/)) }
}

const pytest: Reader = output => {
  if (/^=*\s*no tests ran/m.test(output)) return { passed: 0, failed: 0 }
  const line = output.match(/^=*\s*((?:\d+ [a-z]+,? ?)+)in [\d.]+s/m)?.[1]
  if (!line) return null
  return {
    passed: number(line.match(/(\d+) passed/)),
    failed: number(line.match(/(\d+) failed/)) + number(line.match(/(\d+) errors?/)),
  }
}

const mocha: Reader = output => {
  const passing = output.match(/^\s*(\d+) passing\b/m)
  return passing ? { passed: number(passing), failed: number(output.match(/^\s*(\d+) failing\b/m)) } : null
}

/** cargo prints one such line per test binary. */
const cargo: Reader = output => {
  const lines = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)]
  if (lines.length === 0) return null
  return {
    passed: lines.reduce((sum, line) => sum + Number(line[1]), 0),
    failed: lines.reduce((sum, line) => sum + Number(line[2]), 0),
  }
}

const ctest: Reader = output => {
  if (/^No tests were found/m.test(output)) return { passed: 0, failed: 0 }
  const line = output.match(/tests passed, (\d+) tests? failed out of (\d+)/)
  return line ? { passed: Number(line[2]) - Number(line[1]), failed: Number(line[1]) } : null
}

const READERS: readonly Reader[] = [nodeTest, vitestOrJest, pytest, mocha, cargo, ctest]

export function readCounts(output: string): TestCounts | null {
  for (const read of READERS) {
    const counts = read(output)
    if (counts) return counts
  }
  return null
}
