import type { SuiteLaunch, TestRunner } from '../../../ports.ts'
import { type ArgumentRules, absolute, commandOf, sortArguments } from '../arguments.ts'
import { besideScript, controlBody, controlName, EXPECTATIONS, typesOff } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { onlyNamed } from '../one-test.ts'
import { operandsOf } from '../operands.ts'
import { readSealed } from '../reading.ts'
import { requiredReporter, withSecret } from '../reporter-text.ts'
import { startedBy } from './node-program.ts'

const RULES: ArgumentRules = {
  withValue: new Set(
    '-c --config --rootDir -t --testNamePattern --testPathPattern --testPathPatterns --maxWorkers -w --testTimeout --env --testEnvironment --selectProjects --reporters --outputFile --shard --changedSince --coverageReporters --coverageDirectory --collectCoverageFrom --coverageProvider --seed'.split(
      ' ',
    ),
  ),
  dropped: new Set(
    '--reporters --outputFile --json --shard --changedSince -o --onlyChanged -f --onlyFailures --lastCommit --watch --watchAll -u --updateSnapshot --ci --bail -b --coverage --collectCoverage --coverageReporters --coverageDirectory --collectCoverageFrom --coverageProvider --coverageThreshold --passWithNoTests --silent --verbose --color --colors --seed --randomize --forceExit --listTests'.split(
      ' ',
    ),
  ),
}

/** Tests run in worker processes, or in a context of this one when there are few of them. */
const REPORTER = requiredReporter(`
const tests = []
const broken = []
function statusOf(test) {
  if (test.status === 'todo') return 'todo'
  if (test.status === 'passed') return test.failing ? 'expected-failure' : 'passed'
  if (test.status === 'failed') return 'failed'
  return 'skipped'
}
module.exports = class {
  onTestResult(test, result) {
    const file = result.testFilePath
    const variant = capped(result.displayName?.name ?? test?.context?.config?.displayName?.name)
    if (result.testExecError || (result.failureMessage && result.testResults.length === 0))
      broken.push({ file, message: capped(result.failureMessage ?? said(result.testExecError).message).replace(/^\\s*●.*\\n/, ''), stack: capped(result.testExecError?.stack) })
    for (const one of result.testResults) {
      const status = statusOf(one)
      const text = capped((one.failureMessages ?? [])[0])
      tests.push({
        file, variant, status, names: [...one.ancestorTitles, one.title],
        repeated: one.invocations > 1 || (one.retryReasons ?? []).length > 0,
        ...(status === 'failed' ? { message: text, stack: text } : {}),
      })
    }
  }
  onRunComplete(contexts, results) {
    if (results?.runExecError) broken.push({ file: '', ...said(results.runExecError) })
    seal(tests, broken)
  }
  getLastError() {}
}
`)

/** jest, with our reporter instead of the project's. */
export function recogniseJest(invocation: Invocation): TestRunner | null {
  const started = startedBy(invocation, { jest: /jest(?:-cli)?\/bin\/jest(?:\.js)?$/ })
  if (!started) return null
  const { options, whole, places } = sortArguments(started.args, RULES)
  const words = ({ files, shuffled, alone }: SuiteLaunch): readonly string[] => [
    ...started.words,
    ...(files ? options : whole).map(({ raw }) => raw),
    // Written with `=`: a list option would consume the following words.
    '--reporters={tools}/reporter.cjs',
    ...'--ci --passWithNoTests=false --coverage=false --bail=0'.split(' '),
    ...(shuffled === undefined ? [] : ['--randomize', `--seed=${shuffled % 2 ** 31}`]),
    ...onlyNamed('--testNamePattern', { files, alone }),
    ...(files ? ['--runTestsByPath', ...files.map(absolute)] : []),
  ]
  return {
    name: 'jest',
    selectsFiles: true,
    operands: operandsOf(places),
    launch: how => ({
      command: commandOf(invocation, how, { words: words(how) }),
      tools: withSecret({ 'reporter.cjs': REPORTER }),
    }),
    read: readSealed,
    isTestFile: path =>
      (/\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)__tests__\/.*\.[cm]?[jt]sx?$/.test(path)) &&
      !/(^|\/)node_modules\//.test(path),
    control(beside, subjects) {
      const name = controlName()
      const path = besideScript(beside, name)
      const text = `${typesOff(path)}const { expect, test: define } = globalThis.test ? globalThis : require('@jest/globals')\n\ndefine('${name}', async () => {\n${controlBody(path, subjects, EXPECTATIONS)}})\n`
      return { path, text }
    },
  }
}
