/** JSON with the position of every value, so that one word can be changed and everything else stays as it is. */
import type { Range } from '../text/position.ts'

/** A value and its place in the text. */
export type JsonValue = Range &
  (
    | { readonly is: 'object'; readonly members: ReadonlyMap<string, JsonValue> }
    | { readonly is: 'array'; readonly items: readonly JsonValue[] }
    | { readonly is: 'string'; readonly value: string }
    | { readonly is: 'number'; readonly value: number }
    | { readonly is: 'other' }
  )

/** The value of a text, or the offset of the first character that is not JSON. */
export type JsonReading = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly at: number }

/** Deeper values are refused: no plan has them, and each level uses the stack. */
const DEPTH_MAX = 64
const BLANK = /[ \t\r\n\ufeff]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /true|false|null/y

/** Reads a text as JSON. */
export function readJson(text: string): JsonReading {
  const reader = new Reader(text)
  const value = reader.value(0)
  return value !== null && reader.isAtEnd() ? { ok: true, value } : { ok: false, at: reader.at }
}

class Reader {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    this.#take(BLANK)
    return this.at === this.#text.length
  }

  value(depth: number): JsonValue | null {
    this.#take(BLANK)
    const start = this.at
    const mark = this.#text[start]
    if (depth < DEPTH_MAX && mark === '{') return this.#object(start, depth)
    if (depth < DEPTH_MAX && mark === '[') return this.#array(start, depth)
    const string = this.#string()
    if (string !== null) return { is: 'string', value: string, start, end: this.at }
    const number = this.#take(NUMBER)
    if (number !== null) return { is: 'number', value: Number(number), start, end: this.at }
    return this.#take(WORD) === null ? null : { is: 'other', start, end: this.at }
  }

  #object(start: number, depth: number): JsonValue | null {
    const members = new Map<string, JsonValue>()
    const isRead = this.#list('}', () => {
      this.#take(BLANK)
      const name = this.#string()
      if (name === null || !this.#mark(':')) return false
      const value = this.value(depth + 1)
      if (value !== null) members.set(name, value)
      return value !== null
    })
    return isRead ? { is: 'object', members, start, end: this.at } : null
  }

  #array(start: number, depth: number): JsonValue | null {
    const items: JsonValue[] = []
    const isRead = this.#list(']', () => {
      const value = this.value(depth + 1)
      if (value !== null) items.push(value)
      return value !== null
    })
    return isRead ? { is: 'array', items, start, end: this.at } : null
  }

  #list(close: string, entry: () => boolean): boolean {
    this.at++
    if (this.#mark(close)) return true
    for (;;) {
      if (!entry()) return false
      if (this.#mark(close)) return true
      if (!this.#mark(',')) return false
    }
  }

  #mark(mark: string): boolean {
    this.#take(BLANK)
    if (this.#text[this.at] !== mark) return false
    this.at++
    return true
  }

  #string(): string | null {
    const written = this.#take(STRING)
    return written === null ? null : (JSON.parse(written) as string)
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }
}
