import { type BracedFunction, blanked, closing, touched } from './braces.ts'
import type { Emptied } from './edits.ts'

/** Which functions of a Rust file were added or changed. Nothing else fits every type than never to return. */
export function gutRust(before: string | null, after: string, path: string): Emptied {
  const found = touched(functionsOf(before ?? ''), functionsOf(after))
  if (found.length === 0)
    return { is: 'unknown', why: `No function that could be emptied was added or changed in ${path}.` }
  const edits = found.map(({ name, bodyAt, end }) => ({
    start: bodyAt,
    end,
    text: '{ panic!("nothing is done here") }',
    name,
  }))
  return { is: 'edits', edits }
}

/** A single quote may begin a lifetime, which has no end. */
const SILENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n']{1,10}|[^'\\\n])'/g

/** The functions with a body that are no tests, the outermost of those that stand in each other. */
function functionsOf(text: string): readonly BracedFunction[] {
  const code = withoutTests(blanked(text, SILENT))
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
  let left = code
  for (const match of code.matchAll(/#\[\s*(?:cfg\(\s*test\s*\)|(?:\w+::)?test\b[^\]]*)\s*\]/g)) {
    const opens = code.indexOf('{', match.index)
    if (opens < 0) continue
    const end = closing(code, opens)
    left = left.slice(0, match.index) + left.slice(match.index, end).replace(/[^\n]/g, ' ') + left.slice(end)
  }
  return left
}
