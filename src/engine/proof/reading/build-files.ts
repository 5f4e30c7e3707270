import type { Check } from './check.ts'
import { aboutFile, atLine, type DiffFile } from './diff.ts'
import type { Finding } from './finding.ts'

const CMAKE = /(^|\/)CMakeLists\.txt$|\.cmake$/
/** Lines by which CMake knows tests. */
const REGISTERS =
  /^\s*(add_test|enable_testing|gtest_discover_tests|catch_discover_tests|include\s*\(\s*CTest|add_subdirectory\s*\(\s*\S*tests?\b)/i
/** Switches that make warnings vanish, assertions empty, or a failing test pass. */
const LOOSENS =
  /(?<![\w-])-w(?![\w-])|\bNDEBUG\b|\bWILL_FAIL\b|\bDISABLED\b|\bSKIP_RETURN_CODE\b|\bSKIP_REGULAR_EXPRESSION\b|-Wno-error\b|BUILD_TESTING\s+OFF/i

/**
 * CMake lists are code and checks at once: to add sources, targets and tests to them is ordinary work, so they are not
 * protected as files. What counts is whether tests are taken out, or made unable to fail.
 */
export const buildFiles: Check = {
  name: 'build-files',
  look: diff =>
    diff.files
      .filter(file => CMAKE.test(file.path) && file.kind !== 'foreign' && !diff.isNamed(file.path))
      .flatMap((file): readonly Finding[] => [
        ...unregistered(file).map(line =>
          aboutFile('build-files', 'blocking', file.path, `tests are taken out of the build: ${line}`),
        ),
        ...file.added
          .filter(line => LOOSENS.test(line.spoken))
          .map(line => atLine('build-files', 'blocking', file, line, 'makes checks unable to fail')),
      ]),
}

function unregistered(file: DiffFile): readonly string[] {
  const now = new Set(file.added.map(line => line.raw.trim()))
  const keys = file.added.filter(line => REGISTERS.test(line.raw)).map(line => nameIn(line.raw))
  return file.removed
    .map(line => line.trim())
    .filter(line => REGISTERS.test(line) && !now.has(line) && !keys.includes(nameIn(line)))
}

/** The test that a line registers. */
const nameIn = (line: string): string => line.match(/\(\s*(?:NAME\s+)?([^\s)]+)/i)?.[1] ?? line.trim()
