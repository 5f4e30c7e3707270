import { isBuildList } from '../../syntax/language.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, atLine } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

/** CMake statements that register tests. */
const REGISTERS =
  /^(add_test|enable_testing|gtest_discover_tests|gtest_add_tests|catch_discover_tests|doctest_discover_tests)$/
const TAKES_IN = /^(include\(ctest\)|add_subdirectory\(\S*tests?\b)/i
/** CMake statements that change when a test passes. */
const SAYS_OF_TESTS = /^(set_tests_properties|set_property\(test\b)/i
/** Properties that decide whether a test passes or how it runs. */
const DECIDES =
  /\b(\w+_REGULAR_EXPRESSION|WILL_FAIL|DISABLED|SKIP_RETURN_CODE|ENVIRONMENT\w*|WORKING_DIRECTORY|FIXTURES_\w+)\b/i
/** Switches that silence warnings, disable assertions or let a failing test pass. */
const LOOSENS =
  /(?<![\w-])-w(?![\w-])|\bNDEBUG\b|\bWILL_FAIL\b|\bDISABLED\b|\bSKIP_RETURN_CODE\b|\b(?:SKIP|PASS)_REGULAR_EXPRESSION\b|-Wno-error\b|BUILD_TESTING\s+OFF/i
const REDEFINES = /^(function|macro)\((add_test|add_executable|enable_testing|\w+_discover_tests)\b/i

/**
 * CMake lists are code and configuration at once: adding sources, targets and tests is ordinary work, so the files are not
 * protected. A change is a problem if it removes tests, makes them run something else, or makes them unable to fail.
 */
export const buildFiles: DiffCheck = {
  name: 'build-files',
  look: diff =>
    diff.files
      .filter(file => isBuildList(file.path) && file.kind !== 'foreign' && !diff.isNamed(file.path))
      .flatMap((file): readonly DiffFinding[] => [
        ...tampered(statementsOf(file.before), statementsOf(file.after)).map(([severity, words]) =>
          aboutFile('build-files', severity, file.path, words),
        ),
        ...file.added
          .filter(line => LOOSENS.test(line.spoken))
          .map(line => atLine('build-files', 'blocking', file, line, 'makes checks unable to fail')),
      ]),
}

interface Statement {
  readonly name: string
  readonly args: readonly string[]
  readonly text: string
}

/** The statements of a list, whatever their line breaks. */
function statementsOf(list: string | null): readonly Statement[] {
  const code = (list ?? '').replace(/#[^\n]*/g, '')
  return [...code.matchAll(/(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].map(([, name = '', inner = '']) => {
    const args = inner.trim().split(/\s+/).filter(Boolean)
    return { name: name.toLowerCase(), args, text: `${name.toLowerCase()}(${args.join(' ')})` }
  })
}

/** The test that a statement registers or refers to. */
const subjectOf = ({ args }: Statement): string => (args[0]?.toUpperCase() === 'NAME' ? args[1] : args[0]) ?? ''

function tampered(
  before: readonly Statement[],
  after: readonly Statement[],
): readonly (readonly [DiffFinding['severity'], string])[] {
  const now = new Set(after.map(({ text }) => text))
  const registers = (statement: Statement) => REGISTERS.test(statement.name) || TAKES_IN.test(statement.text)
  const gone = before.filter(statement => registers(statement) && !now.has(statement.text))
  const still = new Set(after.filter(registers).map(statement => `${statement.name} ${subjectOf(statement)}`))
  const tests = new Set(before.filter(registers).flatMap(({ args }) => args))
  const fresh = after.filter(({ text }) => !before.some(old => old.text === text))
  const poorer = before.filter(
    ({ name, args }) =>
      name === 'add_executable' &&
      tests.has(args[0]!) &&
      !after.some(other => other.name === name && args.every(arg => other.args.includes(arg))),
  )
  return [
    ...gone.map(statement =>
      still.has(`${statement.name} ${subjectOf(statement)}`)
        ? (['question', `an existing test now runs something else: ${statement.text}`] as const)
        : (['blocking', `tests are removed from the build: ${statement.text}`] as const),
    ),
    ...poorer.map(({ text }) => ['question', `a test program is built from other sources: ${text}`] as const),
    ...fresh
      .filter(({ text, args }) => SAYS_OF_TESTS.test(text) && DECIDES.test(text) && args.some(arg => tests.has(arg)))
      .map(({ text }) => ['question', `changes a property of an existing test: ${text}`] as const),
    ...fresh
      .filter(({ text }) => REDEFINES.test(text))
      .map(({ text }) => ['blocking', `redefines the command that registers tests: ${text}`] as const),
  ]
}
