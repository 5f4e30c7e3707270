import { cleanText } from '../../core/clean-text.ts'
import type { SuiteLaunch, TestRunner, TreeReader } from '../../ports.ts'
import { type ArgumentRules, commandOf, sortArguments } from './arguments.ts'
import { quote } from './command-line.ts'
import { besideScript, CONTROL_SAYS, loading, typesOff } from './control.ts'
import type { Invocation } from './invocation.ts'
import { startedBy } from './node-program.ts'
import { type RawReport, type RawTest, suiteReport } from './reading.ts'

const RULES: ArgumentRules = {
  withValue: new Set('-r --require --import -i --ignore -R --reporter -t --timeout -j --jobs'.split(' ')),
  dropped: new Set(
    '-R --reporter -b --bail -w --watch --no-only --only -O --allow-empty-coverage --disable-coverage --allow-incomplete-coverage -c --color -C --no-color'.split(
      ' ',
    ),
  ),
}

/** tape and tap print TAP themselves: it is read as it comes, so a test that prints may spoil it and may add to it. */
export function recogniseTap(invocation: Invocation, tree: TreeReader): TestRunner | null {
  const started = startedBy(invocation, { tape: /tape\/bin\/tape$/, tap: /tap\/(?:dist\/.*|bin\/)run\.m?js$/ })
  if (!started) return null
  const isTap = /\btap$|tap\/(?:dist|bin)\//.test(started.words.at(-1)!)
  const { options, whole } = sortArguments(started.args, RULES)
  const words = ({ files }: SuiteLaunch): readonly string[] => [
    ...started.words,
    ...(files ? options : whole).map(({ raw }) => raw),
    ...(isTap ? ['--reporter=tap', '--disable-coverage'] : []),
    ...(files ?? []).map(quote),
  ]
  return {
    name: isTap ? 'tap' : 'tape',
    // tape's results do not say which file they come from, so that ids of parts would not be those of the whole.
    selectsFiles: isTap,
    launch: how => ({ command: commandOf(invocation, how, { words: words(how) }), tools: {} }),
    read({ stdout, exitCode }) {
      const raw = readTap(stdout, tree.list) ?? (!isTap && exitCode ? readThrown(stdout) : null)
      return raw && suiteReport(raw)
    },
    isTestFile: path =>
      /(^|\/)tests?\/.*\.[cm]?[jt]s$|[._-]test\.[cm]?[jt]s$/.test(path) && !/(^|\/)node_modules\//.test(path),
    control(beside, subject) {
      const path = besideScript(beside)
      const text = `${typesOff(path)}import('${isTap ? 'tap' : 'tape'}').then(({ default: tap }) => tap.test('control', async t => {\n${loading(path, subject)}  t.fail('${CONTROL_SAYS}')\n  t.end()\n}))\n`
      return { path, text }
    },
  }
}

interface Point {
  readonly depth: number
  readonly isOk: boolean
  readonly name: string
  readonly directive: string
  /** The comment above, which is how tape names a test. */
  readonly under: string
  diagnosis: string
}

/** Null when the document is not whole: no plan, another number of results than planned, or a bail out. */
export function readTap(stdout: string, files: readonly string[]): RawReport | null {
  const { points, plan, isBail } = scan(cleanText(stdout))
  const top = points.filter(({ depth }) => depth === 0)
  if (isBail || plan === null || plan !== top.length) return null
  const isTape = top.length > 0 && top.some(({ under }) => under !== '') && points.every(({ depth }) => depth === 0)
  return { tests: isTape ? grouped(top) : nested(points, files), broken: [] }
}

/**
 * A test of tape that throws takes the process with it: what was said until then stands, the test under whose name it
 * ended has failed, and nothing is known of the others. Only for a run that ended red.
 */
export function readThrown(stdout: string): RawReport | null {
  const { points, plan, isBail, under } = scan(cleanText(stdout))
  if (isBail || plan !== null || under === '' || points.some(({ depth }) => depth > 0)) return null
  const message = 'it threw, and nothing ran after it'
  const before = grouped(points.filter(point => point.under !== under))
  return { tests: [...before, { file: '', names: [under], status: 'failed', message }], broken: [] }
}

function scan(text: string): {
  readonly points: readonly Point[]
  readonly plan: number | null
  readonly isBail: boolean
  /** The last comment. */
  readonly under: string
} {
  const points: Point[] = []
  let plan: number | null = null
  let isBail = false
  let under = ''
  let inDiagnosis = false
  for (const line of text.split('\n')) {
    if (/^\s+---\s*$/.test(line)) inDiagnosis = points.length > 0
    else if (inDiagnosis && /^\s+\.\.\.\s*$/.test(line)) inDiagnosis = false
    else if (inDiagnosis) points.at(-1)!.diagnosis += `${line.trim()}\n`
    else {
      const [, indent, no, rest] = /^((?: {4})*)(not )?ok\b(?: \d+)?(.*)$/.exec(line) ?? []
      if (indent !== undefined) {
        const [, name = '', directive = ''] = /^\s*(?:- )?(.*?)(?:\s+# (.*?))?(?: \{)?$/.exec(rest ?? '') ?? []
        points.push({ depth: indent.length / 4, isOk: no === undefined, name, directive, under, diagnosis: '' })
      } else if (/^Bail out!/.test(line)) isBail = true
      else if (/^1\.\.\d+/.test(line)) plan = Number(/\d+$/.exec(/^1\.\.\d+/.exec(line)![0])![0])
      else if (/^# (?!tests \d|pass +\d|fail +\d|ok$|skip +\d|todo +\d|Subtest|time=)/.test(line))
        under = line.slice(2).trim()
    }
  }
  return { points, plan, isBail, under }
}

/** tape numbers assertions; a test is all of them below one comment. */
function grouped(points: readonly Point[]): readonly RawTest[] {
  const tests: { names: readonly string[]; points: Point[] }[] = []
  for (const point of points) {
    const last = tests.at(-1)
    if (last && last.points[0]!.under === point.under) last.points.push(point)
    else tests.push({ names: [point.under || point.name], points: [point] })
  }
  return tests.map(({ names, points: all }) => {
    const worst = all.find(({ isOk, directive }) => !isOk && directive === '') ?? all[0]!
    return { file: '', names, ...outcome(worst) }
  })
}

/** Inner results come before the one they belong to. */
function nested(points: readonly Point[], files: readonly string[]): readonly RawTest[] {
  const inner: RawTest[][] = []
  const tests: RawTest[] = []
  for (const point of points) {
    const below = inner[point.depth + 1] ?? []
    inner.length = point.depth + 1
    const isFile = point.depth === 0 && files.includes(point.name)
    const rows = below.map(row =>
      isFile ? { ...row, file: point.name } : { ...row, names: [point.name, ...row.names] },
    )
    // A file's own line is no test; it only says that its process failed when nothing inside of it did.
    if (isFile) {
      if (!point.isOk && rows.every(({ status }) => status !== 'failed'))
        rows.push({ file: point.name, names: ['the file itself'], ...outcome(point) })
    } else if (below.length === 0) rows.push({ file: '', names: [point.name], ...outcome(point) })
    if (point.depth === 0) tests.push(...rows)
    else inner[point.depth] = [...(inner[point.depth] ?? []), ...rows]
  }
  return tests
}

function outcome({ isOk, directive, name, diagnosis }: Point): Pick<RawTest, 'status' | 'message' | 'stack'> {
  if (/^todo\b/i.test(directive)) return { status: 'todo' }
  if (/^skip/i.test(directive)) return { status: 'skipped' }
  return isOk ? { status: 'passed' } : { status: 'failed', message: `${name}\n${diagnosis}`, stack: diagnosis }
}
