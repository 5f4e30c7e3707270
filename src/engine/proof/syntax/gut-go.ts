import { closing, touched } from './braces.ts'
import { applyEdits, type Edit, type Emptied } from './edits.ts'
import { goCode } from './go.ts'

/** Empties the added and changed functions of a Go file: they compile, and return zero values. */
export function gutGo(before: string | null, after: string): Emptied {
  const found = touched(functionsOf(before ?? ''), functionsOf(after))
  if (found.length === 0) return { is: 'bare' }
  const edits = found.map(({ name, results, resultsAt, end }) => ({
    start: resultsAt,
    end,
    text: ` ${emptied(results)}`,
    name,
  }))
  return {
    is: 'edits',
    edits: [...unusedImports(after, edits), ...edits].sort((one, other) => one.start - other.start),
  }
}

interface GoFunction {
  /** Its receiver and its name. */
  readonly key: string
  readonly name: string
  readonly text: string
  readonly results: string
  readonly resultsAt: number
  readonly end: number
}

/** The functions and methods with a body, in order. */
function functionsOf(text: string): readonly GoFunction[] {
  const code = goCode(text)
  return [...code.matchAll(/^func +(?:(\([^)\n]*\)) *)?(\w+) */gm)].flatMap(match => {
    const [whole, receiver = '', name = ''] = match
    let at = match.index + whole.length
    if (code[at] === '[') at = closing(code, at)
    if (code[at] !== '(') return []
    const resultsAt = closing(code, at)
    const body = bodyAfter(code, resultsAt)
    if (body === null) return []
    const end = closing(code, body)
    return [
      {
        key: `${receiver.replace(/^\(\s*\w*\s*|\s/g, '')} ${name}`,
        name,
        text: text.slice(match.index, end),
        results: text.slice(resultsAt, body).trim(),
        resultsAt,
        end,
      },
    ]
  })
}

/** The start of the body after the results, whose types may contain braces; null for a function without a body. */
function bodyAfter(code: string, from: number): number | null {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(') at = closing(code, at) - 1
    else if (code[at] === '\n') return null
    else if (code[at] === '{') {
      if (!/\b(interface|struct)\s*$/.test(code.slice(from, at))) return at
      at = closing(code, at) - 1
    }
  }
  return null
}

const KEYWORDS = /^(chan|func|interface|map|struct)\b/
const isNamed = (part: string): boolean => /^\w+\s+\S/.test(part) && !KEYWORDS.test(part)

/** Results get names, so that a bare return gives zero values. */
function emptied(results: string): string {
  if (results === '') return '{}'
  if (!results.startsWith('(')) return `(_ ${results}) { return }`
  const parts = splitTop(results.slice(1, -1))
  const named = parts.some(isNamed) ? results : `(${parts.map(part => `_ ${part}`).join(', ')})`
  return `${named} { return }`
}

/** Splits at the commas outside of brackets. */
function splitTop(list: string): readonly string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (const [at, char] of [...list].entries()) {
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, list.slice(from)].map(part => part.trim()).filter(Boolean)
}

/** Imports that only the emptied functions used: the Go compiler rejects unused imports. */
function unusedImports(after: string, edits: readonly Edit[]): readonly Edit[] {
  const uses = (text: string, name: string) => new RegExp(`(?<![\\w.])${name}\\.`).test(goCode(text))
  const left = applyEdits(after, [...edits])
  return importsOf(after)
    .filter(({ name }) => uses(after, name) && !uses(left, name))
    .map(({ name, start, end }) => ({ start, end, text: '_ ', name }))
}

/** Each import with its local name, and the position of an explicit name. */
function importsOf(text: string): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  const groups = [...text.matchAll(/^import\s*(?:\(([^)]*)\)|((?:[\w.]+\s+)?"[^"\n]*"))/gm)]
  return groups.flatMap(group => {
    const inside = group[1] ?? group[2]!
    const offset = group.index + group[0].indexOf(inside)
    return [...inside.matchAll(/([A-Za-z]\w*\s+)?"([^"\n]+)"/g)].map(spec => {
      const alias = spec[1] ?? ''
      const start = offset + spec.index
      return { name: alias.trim() || packageName(spec[2]!), start, end: start + alias.length }
    })
  })
}

/** The usual name of a package: the last part of its path, without a version. */
const packageName = (path: string): string =>
  (
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/g, '')
    .replace(/\W/g, '_')
