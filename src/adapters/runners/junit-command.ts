import type { TestRunner } from '../../ports.ts'
import { commandOf } from './arguments.ts'
import { readJunit } from './junit.ts'
import { type RawTest, suiteReport } from './reading.ts'

/** What a test command of the settings says where its runner is to write JUnit XML. */
export const JUNIT_PLACE = '{junit}'

/**
 * Any runner that can write JUnit XML. It has no reporter of ours, and which files it would find a control in is not known.
 * Its first line says where it was started, because such documents may name files from the root of the machine.
 */
export function junitRunner(command: string): TestRunner {
  return {
    name: 'JUnit XML',
    selectsFiles: false,
    launch: how => ({
      command: commandOf({ before: ['pwd'], env: [], isScript: false, program: '', args: [] }, how, {
        words: [`sh -c '${command.replaceAll(JUNIT_PLACE, '{tools}/report').replaceAll("'", "'\\''")}'`],
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

/** Some call it a test that a file's process ended with 0, whatever it did or did not run. */
const isFileItself = ({ file, names, status }: RawTest): boolean =>
  status === 'passed' && file !== '' && (file === names.at(-1) || file.endsWith(`/${names.at(-1)}`))
