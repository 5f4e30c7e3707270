import { describe, expect, it } from 'vitest'
import { readCounts } from './counts.ts'

describe('the counts of one runner', () => {
  it.each([
    [
      'node:test',
      '✔ adds (0.5ms)\nℹ tests 3\nℹ suites 0\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ duration_ms 41.5\n',
      2,
      1,
    ],
    ['node:test as TAP', 'ok 1 - adds\n1..1\n# tests 1\n# suites 0\n# pass 1\n# fail 0\n# duration_ms 41.5\n', 1, 0],
    ['node:test without a test', '# tests 0\n# suites 0\n# pass 0\n# fail 0\n', 0, 0],
    ['node:test that skips all', '# tests 2\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 2\n', 0, 0],
    ['tape', '1..2\n# tests 2\n# pass  2\n\n# ok\n', 2, 0],
    ['vitest', ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 2 passed (3)\n', 2, 1],
    ['vitest that skips some', '      Tests  2 passed | 1 skipped (3)\n', 2, 0],
    ['vitest without a file', 'No test files found, exiting with code 0\n', 0, 0],
    ['jest', 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 passed, 3 total\n', 2, 1],
    ['jest without a test', 'No tests found, exiting with code 0\n', 0, 0],
    ['pytest', '===== 2 failed, 5 passed, 1 warning in 0.12s =====\n', 5, 2],
    ['a quiet pytest', '..\n2 passed in 0.01s\n', 2, 0],
    ['pytest that cannot collect', '==== 1 passed, 2 errors in 0.10s ====\n', 1, 2],
    ['pytest without a test', 'no tests ran in 0.00s\n', 0, 0],
    ['mocha', '\n  3 passing (12ms)\n  1 failing\n', 3, 1],
    ['mocha where all fail', '\n  0 passing (12ms)\n  2 failing\n', 0, 2],
    ['cargo', 'test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured\n', 2, 1],
    ['ctest', '80% tests passed, 1 tests failed out of 5\n', 4, 1],
    ['go', 'ok  \tshop/cart\t0.003s\nok  \tshop/pay\t(cached)\n?   \tshop/cmd\t[no test files]\n', 2, 0],
    ['go without a test', '?   \tshop/cmd\t[no test files]\nok  \tshop/cart\t0.003s [no tests to run]\n', 0, 0],
    ['ctest without a test', 'No tests were found!!!\n', 0, 0],
  ])('%s', (_, output, passed, failed) => {
    expect(readCounts(output)).toEqual({ passed, failed })
  })
})

describe('the counts of many packages in one output', () => {
  it.each([
    ['cargo binaries', 'test result: ok. 2 passed; 0 failed;\ntest result: ok. 3 passed; 0 failed;\n', 5, 0],
    [
      'node:test in each',
      '# tests 0\n# suites 0\n# pass 0\n# fail 0\n\n> next\n\n# tests 4\n# suites 0\n# pass 3\n# fail 1\n',
      3,
      1,
    ],
    ['vitest in one, no tests in the other', 'No test files found\n\n      Tests  12 passed (12)\n', 12, 0],
    ['jest in each', 'Tests:  2 passed, 2 total\nTests:  1 failed, 1 total\n', 2, 1],
    ['pytest in each', '3 passed in 0.1s\nno tests ran in 0.0s\n', 3, 0],
    ['different runners', '# tests 0\n# pass 0\n# fail 0\n      Tests  2 passed (2)\n  3 passing (1s)\n', 5, 0],
  ])('%s are added up', (_, output, passed, failed) => {
    expect(readCounts(output)).toEqual({ passed, failed })
  })
})

it.each([
  '',
  'all good\n',
  'the tests 3 of 4\n',
  'ok 1 - adds\n',
  '--- FAIL: TestAdd\nFAIL\tshop/cart\t0.003s\nok  \ta\t1s\n',
])('%o holds no count', output => {
  expect(readCounts(output)).toBeNull()
})
