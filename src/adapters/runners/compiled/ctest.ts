import type { TestRunner } from '../../../ports.ts'
import { type ArgumentRules, commandOf, sortArguments } from '../arguments.ts'
import type { Invocation } from '../invocation.ts'
import { readJunit } from '../junit.ts'
import { suiteReport } from '../reading.ts'
import { brokenBuild } from './compiler-errors.ts'

const RULES: ArgumentRules = {
  withValue: new Set(
    '--test-dir -C --build-config -R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -j --parallel --timeout --output-junit --preset --repeat -I --repeat-until-fail -O --output-log'.split(
      ' ',
    ),
  ),
  dropped: new Set(
    '--output-junit --repeat --repeat-until-fail --stop-on-failure --no-tests --quiet -Q --rerun-failed -N --show-only --progress -F'.split(
      ' ',
    ),
  ),
}

/**
 * ctest has no custom reporter: it writes JUnit after all tests have ended, which replaces anything a test wrote there.
 * A test is a program with an exit code; its source file is unknown, and a control cannot be added beside it.
 */
export function recogniseCtest(invocation: Invocation): TestRunner | null {
  if (invocation.program !== 'ctest') return null
  const { options, places } = sortArguments(invocation.args, RULES)
  if (places.length > 0) return null
  return {
    name: 'ctest',
    selectsFiles: false,
    launch: how => ({
      command: commandOf(invocation, how, {
        words: [
          'ctest',
          ...options.map(({ raw }) => raw),
          ...'--output-junit {tools}/report --no-tests=error'.split(' '),
          ...(how.shuffled === undefined ? [] : ['--schedule-random']),
        ],
      }),
      tools: {},
    }),
    read({ report, output, exitCode }) {
      const raw = report === null ? null : readJunit(report)
      if (raw) return suiteReport(raw)
      // Code that does not compile reports no tests; the compiler still tells the file and the error.
      const broken = exitCode === 0 ? [] : brokenBuild(output)
      return broken.length > 0 ? suiteReport({ tests: [], broken: [...broken] }) : null
    },
    isTestFile: path => /(^|\/)tests?\/.*\.(?:c|cc|cpp|cxx)$|[_-]tests?\.(?:c|cc|cpp|cxx)$/.test(path),
    control: () => null,
  }
}
