/** A reader for comments and strings of Go. */

const PARTS = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])+')|(\s+)/g

/** The same text with blanks instead of comments and the contents of strings. */
export const goCode = (text: string): string =>
  text.replace(PARTS, (part, _comment, _string, space) => (space ? part : part.replace(/[^\n"`']/g, ' ')))

/** Comments that the compiler, its tools or linters obey. */
const DIRECTIVE = /^\/\/(go:|export |line |extern |\s*\+build|\s*nolint|lint:)|^\/\*line /

/** The text without comments and layout; null if comments may be code of another language. */
export function goEssence(text: string): string | null {
  if (/\bimport\b[^;{]*"C"/.test(text)) return null
  const parts: string[] = []
  const add = (part: string) => {
    const last = parts.at(-1)
    // A line end may end a statement; the number of empty lines is irrelevant.
    if ((part === ' ' || part === '\n') && (last === ' ' || last === '\n')) {
      if (part === '\n') parts[parts.length - 1] = '\n'
    } else parts.push(part)
  }
  let at = 0
  for (const match of text.matchAll(PARTS)) {
    const [part, comment, string] = match
    if (match.index > at) add(text.slice(at, match.index))
    if (string || (comment && DIRECTIVE.test(comment))) add(part)
    else add(part.includes('\n') ? '\n' : ' ')
    at = match.index + part.length
  }
  if (at < text.length) add(text.slice(at))
  return parts.join('').trim()
}
