import { cutToWidth, displayWidth, oneLine, padToWidth } from './width.ts'

/** The meaning of a piece of text; painting decides how it looks. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'warn' | 'busy'

/** A piece of a line in one tone. */
export interface Segment {
  readonly text: string
  readonly tone: Tone
}
export type Line = readonly Segment[]

export const segment = (text: string, tone: Tone = 'plain'): Segment => ({ text: oneLine(text), tone })
export const line = (text: string, tone: Tone = 'plain'): Line => [segment(text, tone)]
export const BLANK: Line = []

const widthOf = (of: Line): number => of.reduce((sum, { text }) => sum + displayWidth(text), 0)

/** A cell of a table: exactly this wide. */
export const cell = (text: string, columns: number, tone: Tone = 'plain'): Segment => ({
  text: padToWidth(text, columns),
  tone,
})

/** A right-aligned cell. */
export function cellRight(text: string, columns: number, tone: Tone = 'plain'): Segment {
  const shown = cutToWidth(text, columns)
  return { text: ' '.repeat(Math.max(0, columns - displayWidth(shown))) + shown, tone }
}

/** A line across the screen, with an optional heading. */
export function rule(words: string, columns: number): Line {
  const heading = words ? `── ${words} ` : ''
  return line(cutToWidth(heading + '─'.repeat(Math.max(0, columns - displayWidth(heading))), columns), 'dim')
}

/** One part at the left edge, one at the right; if both do not fit, the left one is cut. */
export function spread(left: Line, right: Line, columns: number): Line {
  const rightWidth = widthOf(right)
  if (rightWidth === 0 || rightWidth + 2 > columns) return cutLine(left, columns)
  const shown = cutLine(left, columns - rightWidth - 2)
  return [...shown, segment(' '.repeat(columns - rightWidth - widthOf(shown))), ...right]
}

/** The line, cut to fit. */
export function cutLine(of: Line, columns: number): Line {
  if (widthOf(of) <= columns) return of
  const kept: Segment[] = []
  let left = columns
  for (const { text, tone } of of) {
    const width = displayWidth(text)
    if (width > left || (width === left && kept.length + 1 < of.length)) {
      kept.push({ text: cutToWidth(`${text} `, left), tone })
      break
    }
    kept.push({ text, tone })
    left -= width
  }
  return kept
}

export const plainText = (of: Line): string =>
  of
    .map(({ text }) => text)
    .join('')
    .trimEnd()

const CODES: Readonly<Record<Tone, string>> = {
  plain: '',
  strong: '1',
  dim: '2',
  good: '32',
  bad: '31',
  warn: '33',
  busy: '36',
}

/** The same text with terminal colours. */
export const paintedText = (of: Line): string =>
  of.map(({ text, tone }) => (CODES[tone] && text ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text)).join('')
