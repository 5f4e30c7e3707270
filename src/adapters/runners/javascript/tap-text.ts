import { cleanText } from '../../../core/text/clean-text.ts'
import type { RawReport, RawTest } from '../reading.ts'

interface Point {
  readonly depth: number
  readonly isOk: boolean
  readonly name: string
  readonly directive: string
  /** The preceding comment, which is tape's name for a test. */
  readonly under: string
  /** Whether a comment announced subresults; otherwise it is an assertion. */
  readonly isSubtest: boolean
  /** A test without anything but its name; it is not in the plan. */
  readonly isSilent: boolean
  readonly diagnosis: string[]
}

/** A parsed document. */
interface Scan {
  readonly points: readonly Point[]
  readonly plan: number | null
  readonly isBail: boolean
  /** The last comment. */
  readonly under: string
}

/** Null if the document is incomplete: no plan, a different number of results, or a bail out. */
export function readTap(stdout: string, complaint = ''): RawReport | null {
  const { points, plan, isBail } = scan(cleanText(stdout))
  const top = points.filter(({ depth }) => depth === 0)
  if (isBail || plan === null || plan !== top.filter(({ isSilent }) => !isSilent).length) return null
  const isTape = top.some(({ under }) => under !== '') && points.every(({ depth }) => depth === 0)
  return isTape ? { tests: grouped(top) } : nested(points, complaint)
}

/**
 * A tape test that throws ends the process: earlier results count, the test in progress has failed, and the others are
 * unknown. Only for a run that failed.
 */
export function readThrown(stdout: string): RawReport | null {
  const { points, plan, isBail, under } = scan(cleanText(stdout))
  if (isBail || plan !== null || under === '' || points.some(({ depth }) => depth > 0)) return null
  const message = 'it threw, and nothing ran after it'
  const before = grouped(points.filter(point => point.under !== under))
  return { tests: [...before, { file: '', names: [under], status: 'failed', message }] }
}

/** A tape file that cannot be loaded ends the run before it begins. Only for a run that failed. */
export function readNothing(stdout: string, complaint: string): RawReport | null {
  const { points, plan } = scan(cleanText(stdout))
  if (points.length > 0 || plan !== null || complaint.trim() === '') return null
  return { tests: [], broken: [{ file: '', message: complaint, stack: complaint }] }
}

function scan(text: string): Scan {
  const points: Point[] = []
  const begun = new Set<string>()
  let plan: number | null = null
  let isBail = false
  let under = ''
  let inDiagnosis = false
  const add = (point: Partial<Point> & Pick<Point, 'name' | 'isOk'>) =>
    points.push({ depth: 0, directive: '', under, isSubtest: false, isSilent: false, diagnosis: [], ...point })
  for (const line of text.split('\n')) {
    if (/^\s+---\s*$/.test(line)) inDiagnosis = points.length > 0
    else if (inDiagnosis && /^\s+\.\.\.\s*$/.test(line)) inDiagnosis = false
    else if (inDiagnosis) points.at(-1)!.diagnosis.push(line)
    else {
      const [, indent, no, rest] = /^((?: {4})*)(not )?ok\b(?: \d+)?(.*)$/.exec(line) ?? []
      const [, around, subtest] = /^((?: {4})*)# Subtest: (.*)$/.exec(line) ?? []
      if (indent !== undefined) {
        const [, name = '', directive = ''] = /^\s*(?:- )?(.*?)(?:\s+# (.*?))?(?: \{)?$/.exec(rest ?? '') ?? []
        add({
          depth: indent.length / 4,
          isOk: no === undefined,
          name,
          directive,
          isSubtest: begun.delete(indent + name),
        })
      } else if (subtest !== undefined) begun.add(around + subtest.trim())
      else if (/^Bail out!/.test(line)) isBail = true
      else if (/^1\.\.\d+/.test(line)) plan = Number(/^1\.\.(\d+)/.exec(line)![1])
      else if (/^# SKIP /.test(line))
        add({ name: line.slice(7), isOk: true, directive: 'SKIP', under: line.slice(7), isSilent: true })
      else if (/^# (?!tests \d|pass +\d|fail +\d|ok$|skip +\d|todo +\d|time=)/.test(line))
        under = line.replace(/^# (?:TODO )?/, '').trim()
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
  return tests.map(({ names, points: all }) => ({ file: '', names, ...outcome(worstOf(all)) }))
}

const worstOf = (points: readonly Point[]): Point =>
  points.find(({ isOk, directive }) => !isOk && directive === '') ?? points[0]!

/** The results at one level: its tests, and the assertions outside of tests. */
interface Level {
  readonly rows: RawTest[]
  readonly assertions: Point[]
}

/** Nested results come before their parent. Files are at the top. */
function nested(points: readonly Point[], complaint: string): RawReport {
  const levels: Level[] = []
  const levelAt = (depth: number): Level => (levels[depth] ??= { rows: [], assertions: [] })
  const broken: { readonly file: string; readonly message: string }[] = []
  for (const point of points) {
    const inner = levels[point.depth + 1] ?? { rows: [], assertions: [] }
    levels.length = Math.min(levels.length, point.depth + 1)
    const level = levelAt(point.depth)
    const isFile = point.depth === 0 && point.isSubtest && /\.[cm]?[jt]sx?$/.test(point.name)
    if (isFile) {
      const rows = [...inner.rows, ...inner.assertions.map(assertion)].map(row => ({ ...row, file: point.name }))
      level.rows.push(...rows)
      // A file's own line is not a test; it only matters if its process failed without a failed test inside.
      if (!point.isOk && rows.every(({ status }) => status !== 'failed'))
        broken.push({ file: point.name, message: complaintAbout(point.name, complaint) })
    } else if (point.isSubtest) {
      level.rows.push(...inner.rows.map(row => ({ ...row, names: [point.name, ...row.names] })))
      const own = worstOf([...inner.assertions, point])
      if (inner.assertions.length > 0 || inner.rows.length === 0 || (!point.isOk && inner.rows.every(isGreen)))
        level.rows.push({
          file: '',
          names: [point.name],
          ...outcome(own === point || own.isOk ? { ...point, isOk: own.isOk } : own),
        })
    } else level.assertions.push(point)
  }
  const { rows, assertions } = levelAt(0)
  return { tests: [...rows, ...assertions.map(assertion)], broken }
}

const isGreen = ({ status }: RawTest): boolean => status !== 'failed'

const assertion = (point: Point): RawTest => ({ file: '', names: [point.name], ...outcome(point) })

/** The output from where the file is named; processes do not label their output. */
function complaintAbout(file: string, complaint: string): string {
  const at = complaint.indexOf(file)
  const before = complaint.lastIndexOf('\n\n', at)
  return at === -1 ? 'its process failed' : complaint.slice(Math.max(before, 0))
}

function outcome(point: Point): Pick<RawTest, 'status' | 'message' | 'stack'> {
  if (/^todo\b/i.test(point.directive)) return { status: 'todo' }
  if (/^skip/i.test(point.directive)) return { status: 'skipped' }
  return point.isOk ? { status: 'passed' } : { status: 'failed', ...said(point) }
}

/** Expected and actual values, and the location; the rest of a diagnostic concerns the runner itself. */
function said({ name, diagnosis }: Point): { readonly message: string; readonly stack: string } {
  const fields = fieldsOf(diagnosis)
  const type = fields.get('type')
  const lines = ['expected', 'actual', 'wanted', 'found'].flatMap(key => {
    const value = fields.get(key)
    return value === undefined ? [] : [`${key}: ${value}`]
  })
  const diff = fields.get('diff')
  const at = fields.get('at') ?? ''
  const [, file] = /fileName: (.+)/.exec(at) ?? []
  const [, line] = /lineNumber: (\d+)/.exec(at) ?? []
  const frames = file === undefined ? at : `(${file}:${line}:1)`
  return {
    message: [type ? `${type}: ${name}` : name, ...lines, ...(diff ? [diff] : [])].join('\n'),
    stack: [frames, ...(fields.get('stack') ?? '').split('\n')].map(frame => `    at ${frame.trim()}`).join('\n'),
  }
}

/** The outermost keys of a diagnostic, with their nested content. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const indent = /^ */.exec(lines[0] ?? '')![0].length
  const fields = new Map<string, string>()
  let key = ''
  for (const line of lines.map(text => text.slice(indent))) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined) fields.set(key, `${fields.get(key) ?? ''}\n${line}`)
    else {
      key = name
      fields.set(key, value!)
    }
  }
  return new Map([...fields].map(([name, value]) => [name, blockText(value)]))
}

/** A multi-line text begins with a mark, and each line has the same indentation. */
function blockText(value: string): string {
  if (!/^\|[-+]?\d*\n/.test(value)) return value
  const lines = value.split('\n').slice(1)
  const indent = Math.min(...lines.filter(line => line.trim() !== '').map(line => /^ */.exec(line)![0].length))
  return lines.map(line => line.slice(indent)).join('\n')
}
