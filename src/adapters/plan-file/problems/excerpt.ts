import type { Diagnostic, Severity } from '../../../core/plan/plan.ts'
import { plural } from '../../../core/text/lists.ts'
import { lineStarts } from '../text/position.ts'

/** How much of a long line is shown around the position, at most and at least. */
const WIDTH_MAX = 100
const WIDTH_MIN = 20
const TAB_WIDTH = 4

/** How diagnostics are shown: the width for the quoted lines, and the colours of their parts. */
export interface DiagnosticsView {
  readonly columns?: number | undefined
  readonly paint?: (part: Severity | 'dim' | 'bold', words: string) => string
}

/** Formats every diagnostic like a good compiler, in the order of the document, followed by their number. */
export function renderDiagnostics(
  text: string,
  diagnostics: readonly Diagnostic[],
  path: string,
  { columns = Number.POSITIVE_INFINITY, paint = (_, words) => words }: DiagnosticsView = {},
): string {
  if (diagnostics.length === 0) return ''
  const starts = lineStarts(text)
  const sorted = [...diagnostics].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  const shown = sorted.map(({ severity, code, message, hint, span }) => {
    const gutter = String(span.line)
    const blank = ' '.repeat(gutter.length)
    // Room for the number of the line, and for both marks of a cut.
    const room = columns - gutter.length - ' | '.length - 2
    const { source, carets } = excerpt(text, starts, span, Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, room)))
    return [
      `${paint('bold', `${clean(path)}:${span.line}:${span.column}:`)} ${paint(severity, `${severity}[${code}]`)}: ${clean(message)}`,
      `${paint('dim', `${gutter} |`)} ${source}`.trimEnd(),
      `${paint('dim', `${blank} |`)} ${paint(severity, carets)}`,
      ...(hint === null ? [] : [`${blank} ${paint('dim', 'hint:')} ${clean(hint)}`]),
    ].join('\n')
  })
  return [...shown, summary(diagnostics)].join('\n\n')
}

function summary(diagnostics: readonly Diagnostic[]): string {
  const counted = (['error', 'warning', 'note'] as const)
    .map(severity => ({ severity, count: diagnostics.filter(entry => entry.severity === severity).length }))
    .filter(({ count }) => count > 0)
  return counted.map(({ severity, count }) => plural(count, severity)).join(', ')
}

/** The source line and the marks below it; of a long line only the part around the position. */
function excerpt(
  text: string,
  starts: readonly number[],
  span: Diagnostic['span'],
  widthMax: number,
): { readonly source: string; readonly carets: string } {
  const start = starts[span.line - 1] ?? 0
  const end = lineEnd(text, start, starts[span.line] ?? text.length)
  const at = Math.min(Math.max(span.start, start), end)
  const until = Math.min(Math.max(span.end, at), end)
  // Twice the width is enough to cut from, and keeps a line of megabytes cheap.
  const from = wholeCharacter(text, Math.max(start, at - WIDTH_MAX))
  const to = wholeCharacter(text, Math.min(end, at + 2 * WIDTH_MAX))
  const before = drawn(text.slice(from, at), 0)
  const inside = drawn(text.slice(at, Math.min(until, to)), before.width)
  const after = drawn(text.slice(Math.min(until, to), to), before.width + inside.width)
  const cells = [...before.cells, ...inside.cells, ...after.cells]
  const lineWidth = before.width + inside.width + after.width
  const left = lineWidth > widthMax ? Math.max(0, before.width - Math.floor(widthMax / 3)) : 0
  const window = cut(cells, left, left + widthMax)
  const opening = from > start || window.skipped > 0 ? '…' : ''
  const closing = to < end || window.more ? '…' : ''
  const offset = opening.length + before.width - window.skipped
  const width = Math.max(1, Math.min(inside.width, window.width - (before.width - window.skipped)))
  return { source: opening + window.text + closing, carets: ' '.repeat(Math.max(0, offset)) + '^'.repeat(width) }
}

function lineEnd(text: string, start: number, next: number): number {
  let end = next
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return end
}

/** Never splits a surrogate pair. */
const wholeCharacter = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at)

interface Cell {
  readonly char: string
  readonly width: number
}

/** Characters with their terminal width; tabs become blanks. */
function drawn(words: string, column: number): { cells: Cell[]; width: number } {
  const cells: Cell[] = []
  let width = 0
  for (const char of words) {
    const wide = char === '\t' ? TAB_WIDTH - ((column + width) % TAB_WIDTH) : widthOf(char)
    cells.push({ char: char === '\t' ? ' '.repeat(wide) : clean(char), width: wide })
    width += wide
  }
  return { cells, width }
}

function cut(cells: readonly Cell[], from: number, to: number) {
  let text = ''
  let column = 0
  let skipped = 0
  let width = 0
  for (const cell of cells) {
    if (column < from) skipped += cell.width
    else if (column + cell.width <= to) {
      text += cell.char
      width += cell.width
    } else return { text, skipped, width, more: true }
    column += cell.width
  }
  return { text, skipped, width, more: false }
}

const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u

function widthOf(char: string): number {
  if (char < '\u0300') return 1
  if (ZERO.test(char)) return 0
  return WIDE.test(char) || /^\p{Emoji_Presentation}$/u.test(char) ? 2 : 1
}

/** A plan is untrusted text: control characters for the terminal are shown as a box. */
const clean = (words: string): string =>
  words.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\u25a1')
