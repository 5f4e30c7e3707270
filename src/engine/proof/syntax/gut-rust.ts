import { type BracedFunction, blanked, closing, touched } from './braces.ts'
import type { Emptied } from './edits.ts'

/** Empties the added and changed functions of a Rust file: they return an empty value of their type. */
export function gutRust(before: string | null, after: string, path: string): Emptied {
  // The search for the end of each may read the whole text.
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

/** An empty value of the type, else its default; if it has none, the emptied code does not compile. */
function emptyOf(head: string): string {
  const type = /->\s*([^{]*?)\s*(?:\bwhere\b[\s\S]*)?$/.exec(head)?.[1] ?? '()'
  if (type === '()') return ''
  if (type === 'bool') return 'false'
  if (NUMBER.test(type)) return '0'
  if (/^f(32|64)$/.test(type)) return '0.0'
  if (/^&('\w+ )?str$/.test(type)) return '""'
  return /^Option\b/.test(type) ? 'None' : 'Default::default()'
}

/** A single quote may begin a lifetime, which has no closing quote. */
export const SILENT_IN_RUST =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n']{1,10}|[^'\\\n])'/g

/** The functions with a body that are not tests; of nested functions only the outermost. */
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

/** The start of the body; null for a declaration without one. */
function bodyAfter(code: string, from: number): number | null {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(' || code[at] === '[') at = closing(code, at) - 1
    else if (code[at] === '{') return at
    else if (code[at] === ';') return null
  }
  return null
}

/** Tests are in the same files and must stay, to notice emptied code. */
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
