import { shellWord } from '../../../core/text/shell-word.ts'
import type { SuiteLaunch, TestRunner } from '../../../ports.ts'
import { type ArgumentRules, commandOf, sortArguments } from '../arguments.ts'
import { besideScript, controlBody, controlName, NODE_ASSERTIONS, typesOff } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { exactly, namesAlone } from '../one-test.ts'
import { operandsOf } from '../operands.ts'
import { readSealed } from '../reading.ts'
import { moduleReporter, withSecret } from '../reporter-text.ts'

const RULES: ArgumentRules = {
  withValue: new Set('-r --require --import --loader --experimental-loader -C --conditions --env-file'.split(' ')),
  dropped: new Set(
    '--test --test-reporter --test-reporter-destination --watch --test-only --experimental-test-coverage --test-coverage-include --test-coverage-exclude --test-coverage-lines --test-coverage-branches --test-coverage-functions --test-update-snapshots --test-shard --test-rerun-failures'.split(
      ' ',
    ),
  ),
}
/** Those whose value may be the next word. */
const DROPPED_WITH_VALUE = ['--test-reporter', '--test-reporter-destination', '--test-shard', '--test-rerun-failures']

/**
 * Each file runs in its own process, and node adds an entry for the file itself: passed if the process exited with 0,
 * whatever it ran. Such an entry is not a test. Results arrive innermost first. A test defined in another file belongs
 * to the file that was run. Old versions of node do not name it, but report file after file in the order of their start:
 * a file is at its end with its own entry, or where the next one completes its first test. That one may be a group, so
 * its inner tests, which come before it, wait for it.
 */
const REPORTER = moduleReporter(`
import path from 'node:path'
const { resolve } = path
export default async function* (source) {
  const tests = []
  const broken = []
  const inner = new Map()
  const printed = new Map()
  const started = []
  let at = -1
  for await (const { type, data } of source) {
    const isFile = data?.nesting === 0 && data.file !== undefined && resolve(data.name ?? '') === data.file
    const isEntry = isFile && data.line === 1 && data.column === 1
    if (type === 'test:enqueue' && isEntry) started.push(data.file)
    if (type === 'test:complete' && !isEntry && data.nesting === 0 && data.testNumber === 1) at++
    if (type === 'test:stderr') {
      const file = data.entryFile ?? resolve(data.file ?? '')
      printed.set(file, capped((printed.get(file) ?? '') + data.message))
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (isEntry) {
      at = started.indexOf(data.file)
      if (type === 'test:fail') broken.push({ file: data.file, ...saidBy(data.details?.error) })
      continue
    }
    const below = inner.get(data.nesting + 1) ?? []
    inner.delete(data.nesting + 1)
    const isSuite = data.details?.type === 'suite'
    const rows = below.map(row => ({ ...row, names: [data.name, ...row.names] }))
    const failureType = data.details?.error?.failureType
    if (!isSuite || below.length === 0 || (type === 'test:fail' && failureType !== 'subtestsFailed'))
      rows.push({ file: data.entryFile ?? data.file ?? '', names: [data.name], ...outcome(type, data, isSuite) })
    if (data.nesting === 0) tests.push(...rows.map(row => ({ ...row, file: data.entryFile ?? started[at] ?? row.file })))
    else inner.set(data.nesting, [...(inner.get(data.nesting) ?? []), ...rows])
  }
  for (const rows of inner.values()) tests.push(...rows)
  // Why a process failed is what it printed, which may come after its end.
  seal(tests, broken.map(one => (printed.has(one.file) ? { file: one.file, ...said(printed.get(one.file)) } : one)))
}
function outcome(type, data, isSuite) {
  if (data.todo !== undefined && data.todo !== false) return { status: 'todo' }
  if (data.skip !== undefined && data.skip !== false) return { status: 'skipped' }
  if (data.expectFailure) return { status: 'expected-failure' }
  if (type === 'test:fail') return { status: 'failed', ...saidBy(data.details?.error) }
  return { status: isSuite ? 'skipped' : 'passed', repeated: data.details?.attempt > 0 }
}
function saidBy(error) {
  const { cause } = error ?? {}
  return said(typeof cause === 'object' && cause !== null ? cause : error)
}
`)

/** `node --test`, also through tsx; the file that node runs must be named by the contract's own command or by node. */
export function recogniseNodeTest(invocation: Invocation): TestRunner | null {
  const { program, args } = invocation
  if (program !== 'node' && program !== 'tsx') return null
  if (!args.some(({ value }) => value === '--test')) return null
  const rules = { ...RULES, withValue: new Set([...RULES.withValue, ...DROPPED_WITH_VALUE]) }
  const { options, places } = sortArguments(args, rules)
  const words = (how: SuiteLaunch): readonly string[] => [
    program === 'node' ? 'node' : 'node_modules/.bin/tsx',
    ...options.map(({ raw }) => raw),
    ...'--test --test-reporter={tools}/reporter.mjs --test-reporter-destination=stdout'.split(' '),
    // A pattern for a nested test would have to name its parents too, which differs between versions.
    ...(namesAlone(how)?.length === 1 ? [`--test-name-pattern=${shellWord(exactly(namesAlone(how)![0]!))}`] : []),
    ...(how.files ? how.files.map(shellWord) : places.map(({ raw }) => raw)),
  ]
  return {
    name: 'node:test',
    selectsFiles: true,
    operands: operandsOf(places),
    launch: how => ({
      command: commandOf(invocation, how, { words: words(how) }),
      tools: withSecret({ 'reporter.mjs': REPORTER }),
    }),
    read: readSealed,
    isTestFile: path =>
      /\.[cm]?[jt]s$/.test(path) &&
      !/(^|\/)node_modules\//.test(path) &&
      (/(^|[./_-])test\.[cm]?[jt]s$/.test(path) || /(^|\/)test-[^/]*$/.test(path) || /(^|\/)test\//.test(path)),
    control(beside, subjects) {
      const name = controlName()
      const path = besideScript(beside, name)
      // Dynamic import works in both modules and CommonJS.
      const text = `${typesOff(path)}import('node:test').then(({ test }) => test('${name}', async () => {\n${controlBody(path, subjects, NODE_ASSERTIONS)}}))\n`
      return { path, text }
    },
  }
}
