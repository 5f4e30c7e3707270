import type { Failure } from '../../../core/proof/receipt.ts'
import type { BrokenFile, TestResult } from '../../../core/proof/test-results.ts'
import { firstLines } from '../../../core/text/clean-text.ts'
import { someLines } from '../../../core/text/lists.ts'
import { filesOf } from './compare.ts'

/** A fixer needs to see what failed, not all of it. */
const TESTS_SHOWN = 10
const MESSAGE_LINES = 8

/** A kind of problem, the tests or files that have it, and the lines that show it. */
interface Trouble {
  readonly words: string
  readonly items: readonly string[]
  readonly lines: readonly string[]
}

/** The first line counts the problems of each kind, the others show them; null if there are none. */
export function problemWords(troubles: readonly Trouble[]): string | null {
  const found = troubles.filter(({ items }) => items.length > 0)
  if (found.length === 0) return null
  const headline = found.map(({ words, items: [first, ...rest] }) =>
    rest.length === 0
      ? `${first} ${words}`
      : `${first} ${words}, and so ${rest.length === 1 ? 'does 1 other' : `do ${rest.length} others`}`,
  )
  return [headline.join('; '), ...found.flatMap(({ words, lines }) => [`${words}:`, ...lines])].join('\n')
}

/** A problem of these tests. */
export const troubleOf = (words: string, tests: readonly TestResult[], lines = idLines): Trouble => ({
  words,
  items: tests.map(({ id }) => id),
  lines: lines(tests),
})

/** The tests of a result as data: their ids and their files. */
export const aboutTests = (tests: readonly TestResult[]): { tests: readonly string[]; paths: readonly string[] } => ({
  tests: tests.map(test => test.id),
  paths: filesOf(tests).filter(Boolean),
})

/** Failing tests with their messages and locations. */
export const testLines = (tests: readonly TestResult[]): readonly string[] => [
  ...tests.slice(0, TESTS_SHOWN).flatMap(test => {
    const at = test.failure?.at ? ` (${test.failure.at.file}:${test.failure.at.line})` : ''
    return [`- ${test.id}${at}`, ...indented(test.failure?.message ?? '')]
  }),
  ...more(tests.length),
]

export const brokenLines = (files: readonly BrokenFile[]): readonly string[] => [
  ...files.slice(0, TESTS_SHOWN).flatMap(({ file, message }) => [`- ${file}`, ...indented(message)]),
  ...more(files.length),
]

export const idLines = (tests: readonly TestResult[]): readonly string[] =>
  someLines(
    tests.map(test => `- ${test.id}`),
    TESTS_SHOWN,
  )

const indented = (text: string): readonly string[] => firstLines(text, MESSAGE_LINES).map(line => `    ${line}`)

const more = (count: number): readonly string[] => (count > TESTS_SHOWN ? [`- and ${count - TESTS_SHOWN} more`] : [])

/** The same as data: failing tests and files that cannot be loaded, with messages and locations. */
export const failuresOf = (tests: readonly TestResult[], broken: readonly BrokenFile[]): readonly Failure[] => [
  ...tests.map(({ id, failure }) => ({
    test: id,
    message: failure?.message ?? '',
    file: failure?.at?.file ?? null,
    line: failure?.at?.line ?? null,
  })),
  ...broken.map(({ file, message }) => ({ test: null, message, file, line: null })),
]
