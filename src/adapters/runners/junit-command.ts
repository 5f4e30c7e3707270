import { shellQuoted } from '../../core/text/shell-word.ts'
import type { TestRunner } from '../../ports.ts'
import { commandOf } from './arguments.ts'
import { readJunit } from './junit.ts'
import { type RawTest, suiteReport } from './reading.ts'

/** The placeholder in a configured test command for the path of its JUnit XML report. */
export const JUNIT_PLACE = '{junit}'

/**
 * Any runner that can write JUnit XML. It has no custom reporter, and it is unknown in which files it would find a control.
 * The first line prints the working directory, because such documents may contain absolute paths.
 */
export function junitRunner(command: string): TestRunner {
  return {
    name: 'JUnit XML',
    selectsFiles: false,
    launch: how => ({
      command: commandOf({ before: ['pwd'], env: [], isScript: false, program: '', args: [] }, how, {
        words: [`sh -c ${shellQuoted(command.replaceAll(JUNIT_PLACE, '{tools}/report'))}`],
      }),
      tools: {},
    }),
    read({ report, stdout }) {
      const raw = report === null ? null : readJunit(report)
      const [root = ''] = stdout.split('\n', 1)
      const roots = root.startsWith('/') ? [root] : []
      return raw && suiteReport({ ...raw, tests: raw.tests.filter(test => !isFileItself(test)), roots })
    },
    isTestFile: path =>
      /(^|\/)(?:tests?|specs?|__tests__)\/[^/]*\.\w+$|[._-](?:test|spec)\.\w+$|(^|\/)test_[^/]*$|Tests?\.\w+$/.test(
        path,
      ),
    control: () => null,
  }
}

/** Some report as a test that a file's process exited with 0, whatever it ran. */
const isFileItself = ({ file, names, status }: RawTest): boolean =>
  status === 'passed' && file !== '' && (file === names.at(-1) || file.endsWith(`/${names.at(-1)}`))
