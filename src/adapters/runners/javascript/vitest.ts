import type { SuiteLaunch, TestRunner } from '../../../ports.ts'
import { type ArgumentRules, absolute, commandOf, sortArguments } from '../arguments.ts'
import { besideScript, controlBody, controlName, EXPECTATIONS, typesOff } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { onlyNamed } from '../one-test.ts'
import { operandsOf } from '../operands.ts'
import { readSealed } from '../reading.ts'
import { moduleReporter, withSecret } from '../reporter-text.ts'
import { startedBy } from './node-program.ts'

const RULES: ArgumentRules = {
  withValue: new Set(
    '-r --root -c --config --dir -t --testNamePattern --testTimeout --hookTimeout --pool --environment --project -p --exclude --mode --maxWorkers --minWorkers --reporter --outputFile --retry --bail --shard --changed --update --coverage.enabled --coverage.provider --coverage.reporter --coverage.reportsDirectory --coverage.include --coverage.exclude'.split(
      ' ',
    ),
  ),
  dropped: new Set(
    '--reporter --outputFile --retry --bail --changed --shard -u --update -w --watch --run --coverage --passWithNoTests --pass-with-no-tests --allowOnly --ui --open --silent --color --no-color --standalone --typecheck.only --dangerouslyIgnoreUnhandledErrors --coverage.enabled --coverage.provider --coverage.reporter --coverage.reportsDirectory --coverage.include --coverage.exclude'.split(
      ' ',
    ),
  ),
}

/** Workers send results; the reporter is in the process that starts them. */
const REPORTER = moduleReporter(`
function walk(task, names, file, failed, tests) {
  const errors = task.result?.errors ?? []
  if (task.type === 'suite') {
    const inherited = errors.length > 0 ? errors : failed
    for (const child of task.tasks) walk(child, [...names, child.name], file, inherited, tests)
    return
  }
  const state = task.result?.state
  const isRun = state === 'pass' || state === 'fail'
  const row = { file: file.filepath, variant: capped(file.projectName), names, status: 'skipped' }
  if (task.mode === 'todo') row.status = 'todo'
  else if (isRun && task.fails) row.status = 'expected-failure'
  else if (state === 'pass') {
    row.status = 'passed'
    row.repeated = task.result.retryCount > 0
  } else if (state === 'fail') Object.assign(row, { status: 'failed' }, said(errors[0]))
  else if (failed.length > 0) Object.assign(row, { status: 'failed' }, said(failed[0]))
  // A process that ended under a test leaves it begun for ever.
  else if (state === 'run' || state === 'queued') Object.assign(row, { status: 'failed', message: 'it never ended' })
  tests.push(row)
}
function finish(files, unhandled) {
  const tests = []
  const broken = []
  for (const file of files) {
    const before = tests.length
    const errors = file.result?.errors ?? []
    for (const child of file.tasks) walk(child, [child.name], file, errors, tests)
    if (errors.length > 0 || (file.result?.state === 'fail' && tests.length === before))
      broken.push({ file: file.filepath, ...said(errors[0] ?? 'the file failed without a test') })
  }
  for (const error of unhandled ?? []) broken.push({ file: capped(error?.VITEST_TEST_PATH), ...said(error) })
  seal(tests, broken)
}
export default class {
  onTestRunEnd(modules, unhandled) {
    finish(modules.map(module => module.task), unhandled)
  }
  // How it was called before version 3.
  onFinished(files, unhandled) {
    finish(files ?? [], unhandled)
  }
}
`)

/** vitest, started directly and never in watch mode. */
export function recogniseVitest(invocation: Invocation): TestRunner | null {
  const started = startedBy(invocation, { vitest: /vitest\/(?:vitest\.mjs|dist\/cli\.js)$/ })
  if (!started) return null
  const [verb, ...rest] = started.args
  if (verb && ['bench', 'list', 'init', 'typecheck', 'related'].includes(verb.value)) return null
  const isVerb = verb?.value === 'run' || verb?.value === 'watch' || verb?.value === 'dev'
  const { options, whole, places } = sortArguments(isVerb ? rest : started.args, RULES)
  const words = ({ files, shuffled, alone }: SuiteLaunch): readonly string[] => [
    ...started.words,
    'run',
    ...(files ? options : whole).map(({ raw }) => raw),
    '--reporter={tools}/reporter.mjs',
    ...'--passWithNoTests=false --coverage.enabled=false --allowOnly=false --retry=0 --bail=0'.split(' '),
    ...(shuffled === undefined ? [] : ['--sequence.shuffle', `--sequence.seed=${shuffled}`]),
    ...onlyNamed('--testNamePattern', { files, alone }),
    ...(files ?? []).map(absolute),
  ]
  return {
    name: 'vitest',
    selectsFiles: true,
    operands: operandsOf(places),
    launch: how => ({
      command: commandOf(invocation, how, { words: words(how) }),
      tools: withSecret({ 'reporter.mjs': REPORTER }),
    }),
    read: readSealed,
    isTestFile: path => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path) && !/(^|\/)node_modules\//.test(path),
    control(beside, subjects) {
      const name = controlName()
      const path = besideScript(beside, name)
      const text = `${typesOff(path)}import { expect, test } from 'vitest'\n\ntest('${name}', async () => {\n${controlBody(path, subjects, EXPECTATIONS)}})\n`
      return { path, text }
    },
  }
}
