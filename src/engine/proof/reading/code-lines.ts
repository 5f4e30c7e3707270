import type { ReadLanguage } from './file-kind.ts'

/** The parts of a line; each part keeps its columns, with spaces in place of the others. */
export interface CodeLine {
  /** Without comments and without the contents of strings. */
  readonly code: string
  /** Code and strings, without comments. */
  readonly spoken: string
  /** Comments alone. */
  readonly comment: string
}

type Region = 'code' | 'string' | 'comment'

/**
 * Splits a text into code, strings and comments, line by line. It is not a parser: it recognises comments, strings and JavaScript regular
 * expressions well enough not to take a word in a string for code.
 */
export function splitCode(text: string, language: ReadLanguage): readonly CodeLine[] {
  const marks = language === 'none' ? [] : regionsOf(text, language)
  const part = (from: number, to: number, wanted: readonly Region[]): string => {
    let out = ''
    for (let at = from; at < to; ) {
      const region = marks[at] ?? 'code'
      let end = at + 1
      while (end < to && (marks[end] ?? 'code') === region) end++
      out += wanted.includes(region) ? text.slice(at, end) : ' '.repeat(end - at)
      at = end
    }
    return out.trimEnd()
  }
  let from = 0
  return text.split('\n').map(line => {
    const to = from + line.length
    const parts = {
      code: part(from, to, ['code']),
      spoken: part(from, to, ['code', 'string']),
      comment: part(from, to, ['comment']),
    }
    from = to + 1
    return parts
  })
}

interface Opening {
  readonly region: Region
  /** The end of the open string or comment; -1 if it runs to the end of the text. */
  readonly end: number
}

function regionsOf(text: string, language: ReadLanguage): readonly Region[] {
  const regions: Region[] = []
  /** The number of open braces in each enclosing `${…}`. */
  const templates: number[] = []
  let at = 0
  const mark = ({ region, end }: Opening): void => {
    const stop = end < 0 ? text.length : end
    // Quotes count as code, so that `''` is recognised as a string.
    for (let inside = at; inside < stop; inside++)
      regions[inside] = region === 'string' && (inside === at || inside === stop - 1) ? 'code' : region
    at = stop
  }
  const template = (): void => {
    const end = endOfTemplate(text, at)
    mark({ region: 'string', end })
    if (text[at - 1] === '{') templates.push(0)
  }
  while (at < text.length) {
    const depth = templates.at(-1)
    if (language === 'c-like' && text[at] === '`') {
      template()
      continue
    }
    if (depth !== undefined && text[at] === '{') templates[templates.length - 1] = depth + 1
    if (depth !== undefined && text[at] === '}') {
      if (depth === 0) {
        templates.pop()
        template()
        continue
      }
      templates[templates.length - 1] = depth - 1
    }
    const opening = openingAt(text, at, language)
    if (opening) mark(opening)
    else regions[at++] = 'code'
  }
  return regions
}

/** A template ends at its quote, or is interrupted by `${`. */
function endOfTemplate(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') return at + 1
    else if (text[at] === '$' && text[at + 1] === '{') return at + 2
  }
  return -1
}

function openingAt(text: string, at: number, language: ReadLanguage): Opening | null {
  const two = text.slice(at, at + 2)
  if (language === 'c-like') {
    if (two === '//') return { region: 'comment', end: text.indexOf('\n', at) }
    if (two === '/*') return { region: 'comment', end: after(text, '*/', at + 2) }
    if (text[at] === '/' && beginsRegExp(text, at)) return { region: 'string', end: endOfRegExp(text, at) }
    // A single quote in Rust may begin a lifetime, which has no closing quote.
    if (text[at] === "'" && /\w/.test(text[at - 1] ?? '')) return null
  } else {
    if (text[at] === '#' && (language === 'python' || /^$|\s/.test(text[at - 1] ?? ''))) {
      return { region: 'comment', end: text.indexOf('\n', at) }
    }
    const triple = text.slice(at, at + 3)
    if (language === 'python' && (triple === '"""' || triple === "'''")) {
      const isDocumentation = /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at))
      return { region: isDocumentation ? 'comment' : 'string', end: after(text, triple, at + 3) }
    }
  }
  if (text[at] === '"' || text[at] === "'") return { region: 'string', end: endOfString(text, at, text[at]!) }
  return null
}

const after = (text: string, what: string, from: number): number => {
  const found = text.indexOf(what, from)
  return found < 0 ? -1 : found + what.length
}

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
    else if (text[at] === '\n') return at
  }
  return -1
}

/** A slash begins an expression where a value is expected. */
function beginsRegExp(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd()
  if (!/(^|[(,=:[!&|?{};+\n>]|\b(return|typeof|case|in|of))$/.test(before)) return false
  const line = text.slice(at + 1, text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at))
  return /^(\\.|\[(\\.|[^\]\\])*\]|[^/\\[])+\//.test(line)
}

function endOfRegExp(text: string, from: number): number {
  let isInClass = false
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') isInClass = true
    else if (text[at] === ']') isInClass = false
    else if (text[at] === '/' && !isInClass) return at + 1
    else if (text[at] === '\n') return at
  }
  return -1
}
