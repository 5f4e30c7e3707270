/**
 * Tests in the same file as the code under test: `#[cfg(test)]` in Rust, `import.meta.vitest` in JavaScript. Split like this,
 * the code of one version can run with the tests of another, like separate files.
 */
import { splitCode } from '../reading/code-lines.ts'
import { blanked, closing } from './braces.ts'
import { SILENT_IN_RUST } from './gut-rust.ts'

interface Parts {
  readonly program: string
  readonly tests: string
}

const RUST = /#\[\s*(?:cfg\(\s*test\s*\)|(?:\w+::)?test\b[^\]]*)\s*\]/g
const JAVASCRIPT = /\bif\s*\(\s*import\.meta\.vitest\s*\)/g

/** Null if the file contains no tests. */
export function takeApart(text: string, path: string): Parts | null {
  const [starts, code] = path.endsWith('.rs')
    ? [RUST, blanked(text, SILENT_IN_RUST)]
    : /\.[cm]?[jt]sx?$/.test(path) && text.includes('import.meta.vitest')
      ? [JAVASCRIPT, codeOf(text)]
      : [null, '']
  if (!starts) return null
  let [program, tests, at] = ['', '', 0]
  for (const match of code.matchAll(starts)) {
    // Nested matches belong to their block.
    if (match.index < at || depthAt(code, match.index) > 0) continue
    const end = endOf(code, match.index + match[0].length)
    program += text.slice(at, match.index)
    tests += `${text.slice(match.index, end)}\n`
    at = end
  }
  return tests === '' ? null : { program: program + text.slice(at), tests }
}

/** One version's code with another's tests. */
export function withTestsOf(program: string, tests: string | null, path: string): string {
  const bare = takeApart(program, path)?.program ?? program
  const other = (tests !== null && takeApart(tests, path)?.tests) || ''
  return other === '' ? bare : `${bare.trimEnd()}\n\n${other}`
}

/** The end of the item after an attribute: a block, or a statement. */
function endOf(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === ';') return at + 1
    if (code[at] === '(' || code[at] === '[') at = closing(code, at) - 1
    else if (code[at] === '{') return closing(code, at)
  }
  return code.length
}

function depthAt(code: string, place: number): number {
  let depth = 0
  for (let at = 0; at < place; at++) depth += code[at] === '{' ? 1 : code[at] === '}' ? -1 : 0
  return depth
}

const codeOf = (text: string): string => {
  const lines = text.split('\n')
  return splitCode(text, 'c-like')
    .map(({ code }, at) => code.padEnd(lines[at]!.length))
    .join('\n')
}
