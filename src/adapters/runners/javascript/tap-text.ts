import { cleanText } from '../../../core/text/clean-text.ts'
import type { RawReport, RawTest } from '../reading.ts'

interface Point {
  readonly depth: number
  readonly isOk: boolean
  readonly name: string
  readonly directive: string
  /** The comment above, which is how tape names a test. */
  readonly under: string
  /** Whether a comment said that results of its own would come first; any other one is an assertion. */
  readonly isSubtest: boolean
  /** One that was never asked for more than its name; it is not in the plan. */
  readonly isSilent: boolean
  readonly diagnosis: string[]
}

/** What a document says before anything is made of it. */
interface Scan {
  readonly points: readonly Point[]
  readonly plan: number | null
  readonly isBail: boolean
  /** The last comment. */
  readonly under: string
}

/** Null when the document is not whole: no plan, another number of results than planned, or a bail out. */
export function readTap(stdout: string, complaint = ''): RawReport | null {
  const { points, plan, isBail } = scan(cleanText(stdout))
  const top = points.filter(({ depth }) => depth === 0)
  if (isBail || plan === null || plan !== top.filter(({ isSilent }) => !isSilent).length) return null
  const isTape = top.some(({ under }) => under !== '') && points.every(({ depth }) => depth === 0)
  return isTape ? { tests: grouped(top) } : nested(points, complaint)
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
  return { tests: [...before, { file: '', names: [under], status: 'failed', message }] }
}

/** A file of tape that cannot be loaded ends everything before it began. Only for a run that ended red. */
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

/** What is known below one level: its tests, and the assertions that no test of its own stands around. */
interface Level {
  readonly rows: RawTest[]
  readonly assertions: Point[]
}

/** Inner results come before the one they belong to. Files are on top. */
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
      // A file's own line is no test; it only says that its process failed when nothing inside of it did.
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

/** What was said from where the file is named; processes say it without a word about who they are. */
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

/** What was wanted and what came, and where; the rest of a diagnosis is about the runner itself. */
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

/** The outermost keys of a diagnosis, with whatever stands below them. */
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

/** A text of several lines begins with a mark, and each line with the same room. */
function blockText(value: string): string {
  if (!/^\|[-+]?\d*\n/.test(value)) return value
  const lines = value.split('\n').slice(1)
  const indent = Math.min(...lines.filter(line => line.trim() !== '').map(line => /^ */.exec(line)![0].length))
  return lines.map(line => line.slice(indent)).join('\n')
}
