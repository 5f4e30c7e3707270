import { type BracedFunction, blanked, closing, touched } from './braces.ts'
import type { Emptied } from './edits.ts'

/** Empties the added and changed free functions of a C or C++ file: they return an empty value of their type. */
export function gutC(before: string | null, after: string, path: string): Emptied {
  const isC = /\.c$/.test(path)
  const found = touched(functionsOf(before ?? ''), functionsOf(after)).filter(one => one.name !== 'main')
  if (found.length === 0) return { is: 'bare' }
  const edits = found.map(({ name, returns, bodyAt, end }) => ({
    start: bodyAt,
    end,
    text: returns === 'void' ? '{}' : isC ? '{ return 0; }' : '{ return {}; }',
    name,
  }))
  return { is: 'edits', edits }
}

const SILENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|^[ \t]*#[^\n]*|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[^\n']{1,10}|[^'\\\n])'/gm
const QUALIFIERS = /\b(static|inline|extern|constexpr|const|virtual)\b/g

/** Functions at the start of a line, with a type and a body: `int area(int side) {`. References cannot be empty and are skipped. */
function functionsOf(text: string): readonly (BracedFunction & { readonly returns: string })[] {
  const code = blanked(text, SILENT)
  const found: (BracedFunction & { readonly returns: string })[] = []
  for (const match of code.matchAll(/^[ \t]*([A-Za-z_][\w:<>,* \t]*?[\s*>])([A-Za-z_]\w*(?:::\w+)*)\s*\(/gm)) {
    if (match.index < (found.at(-1)?.end ?? 0)) continue
    const [whole, type = '', name = ''] = match
    const returns = type.replace(QUALIFIERS, ' ').trim()
    if (returns === '' || /\b(return|else|new|delete|throw|case|if|while|for|switch|using|typedef)\b/.test(returns))
      continue
    const behind = closing(code, match.index + whole.length - 1)
    const bodyAt = behind + (/^[\s\w]*(?=\{)/.exec(code.slice(behind, behind + 200))?.[0].length ?? Number.NaN)
    if (code[bodyAt] !== '{') continue
    const end = closing(code, bodyAt)
    const key = `${name}${code.slice(match.index + whole.length - 1, behind)}`
    found.push({ key, name, text: text.slice(match.index, end), headAt: match.index, bodyAt, end, returns })
  }
  return found
}
