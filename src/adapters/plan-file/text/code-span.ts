import type { Range } from './position.ts'

/** `` `words` `` in a sentence: its range, including the marks, and its content. */
export interface CodeSpan extends Range {
  readonly code: string
}

/** All code spans in a text, in one pass even with many unclosed back-ticks. */
export function codeSpans(text: string): CodeSpan[] {
  return text.includes('``') ? spansOfAnyWidth(text) : spansOfOne(text)
}

/** The first code span, or null. */
export function firstCodeSpan(text: string): CodeSpan | null {
  const open = text.indexOf('`')
  if (open < 0) return null
  if (text.includes('``')) return spansOfAnyWidth(text)[0] ?? null
  const close = text.indexOf('`', open + 1)
  return close < 0 ? null : { start: open, end: close + 1, code: inside(text, open + 1, close) }
}

/** Usually there are only single back-ticks, which pair up in order. */
function spansOfOne(text: string): CodeSpan[] {
  const spans: CodeSpan[] = []
  for (let open = text.indexOf('`'); open >= 0; ) {
    const close = text.indexOf('`', open + 1)
    if (close < 0) break
    spans.push({ start: open, end: close + 1, code: inside(text, open + 1, close) })
    open = text.indexOf('`', close + 1)
  }
  return spans
}

function spansOfAnyWidth(text: string): CodeSpan[] {
  const runs: Range[] = []
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    let end = at
    while (text.charCodeAt(end) === 96) end++
    runs.push({ start: at, end })
    at = end
  }
  const partner = partners(runs)
  const spans: CodeSpan[] = []
  for (let run = 0; run < runs.length; run++) {
    const other = partner[run]!
    if (other < 0) continue
    spans.push({
      start: runs[run]!.start,
      end: runs[other]!.end,
      code: inside(text, runs[run]!.end, runs[other]!.start),
    })
    run = other
  }
  return spans
}

/** For every run of back-ticks the next one of the same length, or -1. */
function partners(runs: readonly Range[]): number[] {
  const next = new Map<number, number>()
  const partner = new Array<number>(runs.length)
  for (let run = runs.length - 1; run >= 0; run--) {
    const length = runs[run]!.end - runs[run]!.start
    partner[run] = next.get(length) ?? -1
    next.set(length, run)
  }
  return partner
}

function inside(text: string, start: number, end: number): string {
  const words = text.slice(start, end)
  const code = /[\r\n]/.test(words) ? words.replace(/\r\n|\r|\n/g, ' ') : words
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
}

/** The text without back-ticks if it is one code span, else unchanged. */
export function withoutCode(words: string): string {
  const span = words.startsWith('`') ? firstCodeSpan(words) : null
  return span !== null && span.start === 0 && span.end === words.length ? span.code.trim() : words
}
