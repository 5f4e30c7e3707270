import { type BracedFunction, blanked, closing, touched } from './braces.ts'
import type { Emptied } from './edits.ts'

/** Which functions of a Rust file were added or changed, and what is left of them: an empty value of their type. */
export function gutRust(before: string | null, after: string, path: string): Emptied {
  // Each of them may be looked for to the end of the text.
  if ((after.match(/r#+"/g)?.length ?? 0) > RAW_MAX)
    return { is: 'unknown', why: `There are too many raw strings in ${path} to read it.` }
  const found = touched(functionsOf(before ?? ''), functionsOf(after))
  if (found.length === 0) return { is: 'bare' }
  const edits = found.map(({ name, text, bodyAt, end, headAt }) => ({
    start: bodyAt,
    end,
    text: `{ ${emptyOf(text.slice(0, bodyAt - headAt))} }`,
    name,
  }))
  return { is: 'edits', edits }
}

const RAW_MAX = 500

const NUMBER = /^[iu](8|16|32|64|128|size)$/

/** Where no value is known to be empty, the type says what its default is, or what is emptied does not compile. */
function emptyOf(head: string): string {
  const type = /->\s*([^{]*?)\s*(?:\bwhere\b[\s\S]*)?$/.exec(head)?.[1] ?? '()'
  if (type === '()') return ''
  if (type === 'bool') return 'false'
  if (NUMBER.test(type)) return '0'
  if (/^f(32|64)$/.test(type)) return '0.0'
  if (/^&('\w+ )?str$/.test(type)) return '""'
  return /^Option\b/.test(type) ? 'None' : 'Default::default()'
}

/** A single quote may begin a lifetime, which has no end. */
export const SILENT_IN_RUST =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n']{1,10}|[^'\\\n])'/g

/** The functions with a body that are no tests, the outermost of those that stand in each other. */
function functionsOf(text: string): readonly BracedFunction[] {
  const code = withoutTests(blanked(text, SILENT_IN_RUST))
  const found: BracedFunction[] = []
  for (const match of code.matchAll(/\bfn\s+(\w+)/g)) {
    if (match.index < (found.at(-1)?.end ?? 0)) continue
    const bodyAt = bodyAfter(code, match.index + match[0].length)
    if (bodyAt === null) continue
    const end = closing(code, bodyAt)
    const name = match[1]!
    found.push({ key: name, name, text: text.slice(match.index, end), headAt: match.index, bodyAt, end })
  }
  return found
}

/** Where the body opens; null for what is only declared. */
function bodyAfter(code: string, from: number): number | null {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(' || code[at] === '[') at = closing(code, at) - 1
    else if (code[at] === '{') return at
    else if (code[at] === ';') return null
  }
  return null
}

/** Tests stand in the same files: they are what must notice. */
function withoutTests(code: string): string {
  let left = ''
  let at = 0
  for (const match of code.matchAll(/#\[\s*(?:cfg\(\s*test\s*\)|(?:\w+::)?test\b[^\]]*)\s*\]/g)) {
    if (match.index < at) continue
    const opens = code.indexOf('{', match.index)
    if (opens < 0) break
    const end = closing(code, opens)
    left += code.slice(at, match.index) + code.slice(match.index, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return left + code.slice(at)
}
