import { eastAsianWidth } from 'get-east-asian-width'

/** Emoji that are drawn as pictures take two columns, like wide East Asian characters. */
const PICTURE = /\p{Emoji_Presentation}/u

/** Combining marks, joiners, and the vowels and finals of decomposed Hangul. */
const WIDTHLESS = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]$/u

/** Variation selector for the emoji presentation. */
const AS_PICTURE = '\ufe0f'
const PICTURABLE = /\p{Emoji}/u

/** Nothing here can move the cursor, change colours, change the writing direction or break the line. */
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u00ad\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu

const PLAIN_ASCII = /^[\x20-\x7e]*$/
/** Scripts in which each letter is a character: Hangul syllables, Chinese characters, kana, and box drawing. */
const SIMPLE = /^[\x20-\x7e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\u2500-\u25fc…·›✓✗→]*$/
const SIMPLE_WIDE_FROM = 0x3041
/** Wider than any terminal; a line of megabytes must not be measured to its end. */
const LENGTH_MAX = 2_000
const SPACE = /[\t\n\r\u2028\u2029]/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text as one safe line: tabs and line breaks become spaces, other control characters are removed. */
export function oneLine(text: string): string {
  const line = text.length > LENGTH_MAX ? text.slice(0, LENGTH_MAX) : text
  return PLAIN_ASCII.test(line) ? line : line.replace(UNSAFE, found => (SPACE.test(found) ? ' ' : ''))
}

/** The width of a safe line in columns. */
export function displayWidth(text: string): number {
  if (PLAIN_ASCII.test(text)) return text.length
  let columns = 0
  for (const character of charactersOf(text)) columns += characterWidth(character)
  return columns
}

/** Grapheme clusters; segmentation is slow, so it is used only if it can matter. */
function* charactersOf(text: string): Generator<string> {
  if (SIMPLE.test(text)) yield* text
  else for (const { segment } of graphemes.segment(text)) yield segment
}

function characterWidth(character: string): number {
  if (character.length === 1 && SIMPLE.test(character)) return character.charCodeAt(0) < SIMPLE_WIDE_FROM ? 1 : 2
  const [first, ...rest] = character
  if (isWide(first!) || (rest.includes(AS_PICTURE) && PICTURABLE.test(first!))) return 2
  return [first!, ...rest].filter(part => !WIDTHLESS.test(part)).length
}

const isWide = (character: string): boolean =>
  PICTURE.test(character) || eastAsianWidth(character.codePointAt(0)!) === 2

/** The part of a line that fits; if cut, its last column is an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  const line = oneLine(text)
  if (displayWidth(line) <= columns) return line
  if (columns <= 0) return ''
  return `${beginning(line, columns - 1)}…`
}

/** Exactly this wide: cut or padded with spaces. */
export function padToWidth(text: string, columns: number): string {
  const line = cutToWidth(text, columns)
  return line + ' '.repeat(Math.max(0, columns - displayWidth(line)))
}

function beginning(line: string, columns: number): string {
  let kept = ''
  let used = 0
  for (const character of charactersOf(line)) {
    used += characterWidth(character)
    if (used > columns) break
    kept += character
  }
  return kept
}

/** Wraps a line, between words if possible; all but the first line are indented. */
export function wrapToWidth(text: string, columns: number, indent = 0): readonly string[] {
  const hang = indent < columns / 2 ? ' '.repeat(indent) : ''
  const lines: string[] = []
  let rest = oneLine(text).trimEnd()
  while (displayWidth(rest) > columns && columns > 1) {
    const fits = beginning(rest, columns)
    const atWord = rest[fits.length] === ' ' ? fits : fits.slice(0, fits.lastIndexOf(' ') + 1)
    const head = atWord.trim() === '' ? fits : atWord
    // A character wider than the screen would never fit, and the loop would never end.
    if (head.trim() === '') break
    lines.push(head.trimEnd())
    rest = hang + rest.slice(head.length).trimStart()
  }
  return [...lines, cutToWidth(rest, columns)]
}
