/** Texts of Go, taken apart as far as comments and strings go. */

const PARTS = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])+')|(\s+)/g

/** The same text with blanks where comments are and where strings speak. */
export const goCode = (text: string): string =>
  text.replace(PARTS, (part, _comment, _string, space) => (space ? part : part.replace(/[^\n"`']/g, ' ')))

/** Comments that the compiler, its tools or linters obey. */
const DIRECTIVE = /^\/\/(go:|export |line |extern |\s*\+build|\s*nolint|lint:)|^\/\*line /

/** What is left when comments and layout are gone; null where comments may be code of another language. */
export function goEssence(text: string): string | null {
  if (/\bimport\b[^;{]*"C"/.test(text)) return null
  const parts: string[] = []
  const add = (part: string) => {
    const last = parts.at(-1)
    // Where a line ends, a statement may; how many empty lines follow means nothing.
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
