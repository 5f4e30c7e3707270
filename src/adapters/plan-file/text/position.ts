import type { Span } from '../../../core/plan/plan.ts'

/** A range of the document in UTF-16 offsets; the end is exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Turns offsets into lines and columns. */
export type Locate = (range: Range) => Span

/** The start of each line; a byte order mark is not part of the first one. */
export function lineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0]
  // Searching for one character is much faster than a loop, and old line endings are rare.
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  while (feed >= 0 || carriage >= 0) {
    if (carriage >= 0 && (feed < 0 || carriage < feed)) {
      if (carriage + 1 !== feed) starts.push(carriage + 1)
      carriage = text.indexOf('\r', carriage + 1)
    } else {
      starts.push(feed + 1)
      feed = text.indexOf('\n', feed + 1)
    }
  }
  return starts
}

/** Reads the document once, so that each lookup is a binary search. */
export function createLocate(text: string): Locate {
  const starts = lineStarts(text)
  return ({ start, end }) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= start) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: Math.max(0, start - starts[low]!) + 1, start, end }
  }
}

/** The trimmed range. */
export function trimmed(text: string, { start, end }: Range): Range {
  let from = start
  let to = end
  while (from < to && isWhite(text.charCodeAt(from))) from++
  while (to > from && isWhite(text.charCodeAt(to - 1))) to--
  return { start: from, end: to }
}

/** Space, tab and line endings: the white space of Markdown. */
const isWhite = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** The text of a range on one line: line breaks and the white space around them become one space. */
export function inline(text: string, range: Range): string {
  const words = text.slice(range.start, range.end).trim()
  if (!words.includes('\n') && !words.includes('\r')) return words
  return words
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .join(' ')
}
