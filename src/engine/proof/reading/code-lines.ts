import { type LexToken, lexed } from '../syntax/lexer.ts'
import { type ReadLanguage, readLanguageOf } from './file-kind.ts'

/** The parts of a line; each part keeps its columns, with spaces in place of the others. */
export interface CodeLine {
  /** Without comments and without the contents of strings. */
  readonly code: string
  /** Code and strings, without comments. */
  readonly spoken: string
  /** Comments alone. */
  readonly comment: string
}

/** Splits a text into code, strings and comments, line by line. A text that stands alone in Python is documentation. */
export function splitCode(text: string, language: ReadLanguage): readonly CodeLine[] {
  const tokens = language === 'none' ? [] : lexed(text, language)
  const isComment = (token: LexToken) =>
    token.kind === 'comment' || (language === 'python' && isDocumentation(text, token))
  const comments = tokens.filter(isComment)
  // Quotes count as code, so that `''` is recognised as a string.
  const strings = tokens
    .filter(token => (token.kind === 'string' || token.kind === 'pattern') && !isComment(token))
    .map(({ start, end }) => ({ start: start + 1, end: end - 1 }))
  const spoken = blanked(text, comments).split('\n')
  const code = blanked(spoken.join('\n'), strings).split('\n')
  const said = blanked(text, gapsBetween(comments, text.length)).split('\n')
  return code.map((line, at) => ({
    code: line.trimEnd(),
    spoken: spoken[at]!.trimEnd(),
    comment: said[at]!.trimEnd(),
  }))
}

/** The same for a file, by its name. */
export const codeLinesOf = (text: string, path: string): readonly CodeLine[] => splitCode(text, readLanguageOf(path))

const isDocumentation = (text: string, { kind, start }: LexToken): boolean =>
  kind === 'string' &&
  (text.startsWith('"""', start) || text.startsWith("'''", start)) &&
  text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''

interface Span {
  readonly start: number
  readonly end: number
}

const gapsBetween = (spans: readonly Span[], length: number): readonly Span[] =>
  [...spans, { start: length, end: length }].map(({ start }, at) => ({ start: spans[at - 1]?.end ?? 0, end: start }))

/** The text with spaces in these spans; line ends stay. */
function blanked(text: string, spans: readonly Span[]): string {
  let [result, at] = ['', 0]
  for (const { start, end } of spans.filter(span => span.end > span.start)) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return result + text.slice(at)
}
