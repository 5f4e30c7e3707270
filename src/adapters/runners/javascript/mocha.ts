import { shellWord } from '../../../core/text/shell-word.ts'
import type { SuiteLaunch, TestRunner } from '../../../ports.ts'
import { type ArgumentRules, commandOf, sortArguments } from '../arguments.ts'
import { BROUGHT_ASSERTIONS, besideScript, controlBody, controlName, NODE_ASSERTIONS, typesOff } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { onlyNamed } from '../one-test.ts'
import { operandsOf } from '../operands.ts'
import { readSealed } from '../reading.ts'
import { requiredReporter, withSecret } from '../reporter-text.ts'
import { startedBy } from './node-program.ts'

const RULES: ArgumentRules = {
  withValue: new Set(
    '-r --require --import --loader --config --package --extension --ext -t --timeout -s --slow -u --ui -g --grep -f --fgrep -R --reporter -O --reporter-option --reporter-options --file --ignore --exclude --spec -j --jobs --retries --node-option -n --watch-files --watch-ignore'.split(
      ' ',
    ),
  ),
  dropped: new Set(
    '-R --reporter -O --reporter-option --reporter-options -w --watch --watch-files --watch-ignore -b --bail --retries --pass-on-failing-test-suite --fail-zero --forbid-only -c --color --colors --no-color --no-colors --dry-run --shard'.split(
      ' ',
    ),
  ),
}

/**
 * Tests share this process, so code that knows mocha's internals can manipulate it: controls detect that.
 * A file that cannot be loaded ends mocha before it reports, so that its output is kept.
 */
const REPORTER = requiredReporter(`
const tests = []
const broken = []
const { write } = process.stderr
let complaint = ''
let isBegun = false
process.stderr.write = function (chunk, ...rest) {
  if (complaint.length < 20000) complaint += String(chunk)
  return apply(write, process.stderr, [chunk, ...rest])
}
process.on('exit', code => {
  if (!isBegun && code !== 0) seal([], [{ file: '', message: complaint || 'mocha ended before it ran a test', stack: complaint }])
})
module.exports = class {
  constructor(runner) {
    isBegun = true
    process.stderr.write = write
    const row = (test, status, more) =>
      tests.push({ file: capped(test.file ?? test.parent?.file), names: test.titlePath(), status, ...more })
    runner.on('pass', test => row(test, 'passed', { repeated: test.currentRetry() > 0 }))
    runner.on('pending', test => row(test, 'skipped'))
    runner.on('fail', (test, error) => row(test, 'failed', said(error)))
    runner.on('end', () => seal(tests, broken))
  }
}
`)

/** mocha; the files named by its own settings always run. */
export function recogniseMocha(invocation: Invocation): TestRunner | null {
  const started = startedBy(invocation, { mocha: /mocha\/bin\/_?mocha(?:\.c?js)?$/, _mocha: /^$/ })
  if (!started) return null
  const { options, whole, places } = sortArguments(started.args, RULES)
  const words = ({ files, alone }: SuiteLaunch): readonly string[] => [
    ...started.words,
    ...(files ? options : whole).map(({ raw }) => raw),
    ...'--reporter={tools}/reporter.cjs --forbid-only --no-bail --retries=0'.split(' '),
    ...onlyNamed('--grep', { files, alone }),
    ...(files ?? []).map(shellWord),
  ]
  return {
    name: 'mocha',
    selectsFiles: true,
    operands: operandsOf(places),
    sharesProcess: true,
    launch: how => ({
      command: commandOf(invocation, how, { words: words(how) }),
      tools: withSecret({ 'reporter.cjs': REPORTER }),
    }),
    read: readSealed,
    isTestFile: path =>
      (/(^|\/)tests?\/.*\.[cm]?[jt]sx?$/.test(path) || /[._-](?:test|spec)\.[cm]?[jt]sx?$/.test(path)) &&
      !/(^|\/)node_modules\//.test(path),
    control(beside, subjects) {
      const name = controlName()
      const path = besideScript(beside, name)
      const define = '(globalThis.it ?? globalThis.test)'
      const text = `${typesOff(path)}${define}('${name}', async () => {\n${controlBody(path, subjects, [...NODE_ASSERTIONS, ...BROUGHT_ASSERTIONS])}})\n`
      return { path, text }
    },
  }
}
