/** The markers that a line may begin with. Every function reads one line, once. */
import type { Box } from './blocks.ts'
import type { Range } from './position.ts'

const TAB = 9
const SPACE = 32
const HASH = 35
const STAR = 42
const BACKTICK = 96
const LABEL_LENGTH_MAX = 80
const NOTE_LENGTH_MAX = 120

const isBlank = (code: number): boolean => code === SPACE || code === TAB
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** The first position at or after `at` that is neither space nor tab. */
export function skipBlanks(text: string, at: number, end: number): number {
  let place = at
  while (place < end && isBlank(text.charCodeAt(place))) place++
  return place
}

function skipBlanksBack(text: string, at: number, start: number): number {
  let place = at
  while (place > start && isBlank(text.charCodeAt(place - 1))) place--
  return place
}

function runLength(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at)
  let place = at
  while (place < end && text.charCodeAt(place) === code) place++
  return place - at
}

/** `## Words ##`: the level and the words without the closing hashes. */
export function headingAt(text: string, at: number, end: number): { level: number; words: Range } | null {
  const level = runLength(text, at, end)
  const after = at + level
  if (level > 6 || (after < end && !isBlank(text.charCodeAt(after)))) return null
  const start = skipBlanks(text, after, end)
  const last = skipBlanksBack(text, end, start)
  let hashes = last
  while (hashes > start && text.charCodeAt(hashes - 1) === HASH) hashes--
  const closed = hashes < last && (hashes === start || isBlank(text.charCodeAt(hashes - 1)))
  return { level, words: { start, end: closed ? skipBlanksBack(text, hashes, start) : last } }
}

/** The length of an opening fence, or 0. */
export function fenceAt(text: string, at: number, end: number): number {
  const length = runLength(text, at, end)
  if (length < 3) return 0
  if (text.charCodeAt(at) !== BACKTICK) return length
  // Later back-ticks on the line make it an inline code span.
  for (let place = at + length; place < end; place++) if (text.charCodeAt(place) === BACKTICK) return 0
  return length
}

/** Whether a fence of `length` characters `code` ends here. */
export function closesFence(text: string, at: number, end: number, fence: { code: number; length: number }): boolean {
  if (text.charCodeAt(at) !== fence.code) return false
  const length = runLength(text, at, end)
  return length >= fence.length && skipBlanks(text, at + length, end) === end
}

/** `---`, `* * *`, `___`. */
export function isBreak(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at)
  let count = 0
  for (let place = at; place < end; place++) {
    const here = text.charCodeAt(place)
    if (here === code) count++
    else if (!isBlank(here)) return false
  }
  return count >= 3
}

/** The width of `-`, `*`, `+`, `1.` or `1)` before white space or the end of the line, or 0. */
export function listMarkerAt(text: string, at: number, end: number): number {
  let after = at
  while (after < end && after - at < 9 && isDigit(text.charCodeAt(after))) after++
  const code = text.charCodeAt(after)
  // After digits `.` or `)`; without digits `*`, `+` or `-`.
  const marks = after > at ? code === 46 || code === 41 : code === 42 || code === 43 || code === 45
  if (!marks || after >= end) return 0
  after++
  return after === end || isBlank(text.charCodeAt(after)) ? after - at : 0
}

/** Whether a list with this marker may directly follow a paragraph line. */
export function interruptsParagraph(text: string, at: number, width: number, end: number): boolean {
  if (skipBlanks(text, at + width, end) === end) return false
  return width === 1 || (width === 2 && text.charCodeAt(at) === 49)
}

/** `-`, `~` and `/`: other tools mark a task with them that has begun or is queued. It is as open as one with a blank. */
const isOpenMark = (code: number): boolean => isBlank(code) || code === 45 || code === 126 || code === 47

/** `[ ] words`: the box, and where the words begin. `[ ]* words` is an optional task, and still a box. */
export function boxAt(text: string, at: number, end: number): { box: Box; after: number } | null {
  if (text.charCodeAt(at) !== 91 || text.charCodeAt(at + 2) !== 93 || at + 3 >= end) return null
  const mark = text.charCodeAt(at + 1)
  const ticked = mark === 120 || mark === 88
  const behind = text.charCodeAt(at + 3) === STAR ? at + 4 : at + 3
  if ((!ticked && !isOpenMark(mark)) || behind >= end || !isBlank(text.charCodeAt(behind))) return null
  const after = skipBlanks(text, behind, end)
  return after === end ? null : { box: { at: at + 1, ticked }, after }
}

const isColon = (code: number): boolean => code === 58 || code === 0xff1a

/** `**Name**: value`, `**Name:** value`, `*Name:*`: a name in bold or italics with a colon. */
export function labelAt(text: string, at: number, end: number): { bold: boolean; name: Range; after: number } | null {
  const code = text.charCodeAt(at)
  if (code !== 42 && code !== 95) return null
  const width = runLength(text, at, Math.min(end, at + 3))
  if (width > 2) return null
  const start = at + width
  const limit = Math.min(end, start + LABEL_LENGTH_MAX)
  let close = start
  while (close < limit && text.charCodeAt(close) !== code) close++
  if (close === start || close === limit || isBlank(text.charCodeAt(start))) return null
  if (runLength(text, close, end) !== width) return null
  const name = (last: number) => ({ start, end: skipBlanksBack(text, last, start) })
  let after = close + width
  const colonInside = isColon(text.charCodeAt(close - 1))
  if (!colonInside) after = skipBlanks(text, skipNote(text, after, end), end)
  const colonAfter = after < end && isColon(text.charCodeAt(after))
  if (!colonInside && !colonAfter) return null
  const words = name(colonInside ? close - 1 : close)
  return words.end === words.start ? null : { bold: width === 2, name: words, after: colonAfter ? after + 1 : after }
}

/** Skips ` (in this order)` between a name and its colon. */
function skipNote(text: string, at: number, end: number): number {
  const open = skipBlanks(text, at, end)
  if (text.charCodeAt(open) !== 40) return at
  const limit = Math.min(end, open + NOTE_LENGTH_MAX)
  for (let place = open + 1; place < limit; place++) if (text.charCodeAt(place) === 41) return place + 1
  return at
}
