import { witnessPrograms } from '../../src/adapters/runners/witness/programs.ts'
import type { SuiteReport, TestResult } from '../../src/core/proof/test-results.ts'
import type { Runners, TestRunner } from '../../src/ports.ts'

type Files = ReadonlyMap<string, string>

/** The simulation's two commands: the suite, whole or of single files, and whether one source is good. */
export function obey(files: Files, command: string): { readonly code: number; readonly output: string } {
  const good = command.match(/^good (.+)$/)
  if (good) return { code: files.get(`src/${good[1]}`) === `good ${good[1]}` ? 0 : 1, output: '' }
  const { tests } = suiteReport(files, command)
  const failed = tests.filter(({ status }) => status === 'failed').length
  const output = `# tests ${tests.length}\n# pass ${tests.length - failed}\n# fail ${failed}\n`
  return { code: failed > 0 ? 1 : 0, output }
}

/** A test for each file of `tests/`: its source has the expected text. A whole run also asks that at most one task took the slot. */
function suiteReport(files: Files, command: string): SuiteReport {
  const [, ...only] = command.split(' ')
  const tests = [...files]
    .filter(([file]) => file.startsWith('tests/') && (only.length === 0 || only.includes(file)))
    .map(([file, expected]) => result(file, 'holds', files.get(file.replace('tests/', 'src/')) === expected))
  const slots = [...files.keys()].filter(path => path.startsWith('slot/'))
  return { tests: only.length > 0 ? tests : [...tests, result('', 'at most one slot', slots.length < 2)], broken: [] }
}

const result = (file: string, name: string, holds: boolean): TestResult => ({
  id: `${file} > ${name}`,
  file,
  status: holds ? 'passed' : 'failed',
  failure: holds ? null : { message: 'it has another text', at: null },
})

/** The report of our reporter, for a command that a runner started. */
export const reportOf = (files: Files, command: string): string | null =>
  command.startsWith(SUITE) ? JSON.stringify(suiteReport(files, command)) : null

const SUITE = 'suite'

const runner: TestRunner = {
  name: 'simulated',
  selectsFiles: true,
  isTestFile: path => path.startsWith('tests/'),
  launch: ({ files }) => ({ command: [SUITE, ...(files ?? [])].join(' '), tools: {} }),
  read: ({ report }) => (report === null ? null : (JSON.parse(report) as SuiteReport)),
  control: () => ({ path: 'tests/control', text: 'a source that is not there' }),
}

/** Runners that read the suite test by test, or know it as one command. */
export const simulatedRunners = (isRead: boolean): Runners => ({
  recognise: async () => (isRead ? runner : null),
  testFiles: async () => [],
  witness: witnessPrograms,
})
