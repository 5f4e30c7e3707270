/** The scanner's position: the current line, and the blocks that are still open there. */
import type { Block } from './blocks.ts'
import { frontMatterEnd } from './front-matter.ts'
import { paragraphBlocks } from './paragraph.ts'
import type { Range } from './position.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
/** A block that may still grow. */
export type Open<K extends Block['is']> = Mutable<Extract<Block, { is: K }>>

/** An open fence or comment: its lines are skipped until one ends it, or begins left of `column`. */
export type OpenRaw =
  | { readonly block: Open<'fence'>; readonly column: number; readonly code: number; readonly length: number }
  | { readonly block: Open<'comment'>; readonly column: number; readonly closeAt: number }

/** The state between two lines. */
export interface Scanner {
  readonly text: string
  readonly blocks: Block[]
  /** The list items around the current position, outermost first; their columns increase. */
  readonly items: Open<'item'>[]
  /** The open paragraph, and its item. */
  paragraph: { readonly lines: Range[]; readonly item: Open<'item'> | null } | null
  raw: OpenRaw | null
  quote: Open<'quote'> | null
  /** Whether the innermost item is still empty. */
  bare: boolean
  lineEnd: number
  nextLine: number
  blank: boolean
  /** The first non-blank position of the line, and its column with tabs expanded. */
  at: number
  column: number
  /** The end of the last line that was not blank. */
  contentEnd: number
  /** The next `-->`, cached so that a thousand open comments cost one search. */
  commentEnd: number
}

/** Starts before the first line, after any front matter. */
export function createScanner(text: string): Scanner {
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const front = frontMatterEnd(text, bom)
  return {
    text,
    blocks: front > bom ? [{ is: 'front-matter', start: bom, end: front, depth: 0 }] : [],
    items: [],
    paragraph: null,
    raw: null,
    quote: null,
    bare: false,
    lineEnd: 0,
    nextLine: front,
    blank: true,
    at: 0,
    column: 0,
    contentEnd: front,
    commentEnd: -1,
  }
}

/** Goes to the next line and skips its indentation. */
export function readLine(s: Scanner): void {
  const { text } = s
  let at = s.nextLine
  s.column = 0
  for (let code = text.charCodeAt(at); code === 32 || code === 9; code = text.charCodeAt(++at)) advance(s, code)
  s.at = at
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) break
  }
  s.blank = s.at === at
  s.lineEnd = at
  s.nextLine = at + (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1)
}

/** Moves the column over a space or a tab. */
export function advance(s: Scanner, code: number): void {
  s.column += code === 9 ? 4 - (s.column % 4) : 1
}

/** Position of the first `-->` at or after `from`, or infinity. */
export function nextCommentEnd(s: Scanner, from: number): number {
  if (s.commentEnd < from) {
    const found = s.text.indexOf('-->', from)
    s.commentEnd = found < 0 ? Number.POSITIVE_INFINITY : found
  }
  return s.commentEnd
}

/** Closes the open leaf and every item beyond the first `count`, which do not contain the current line. */
export function leave(s: Scanner, count: number): void {
  closeLeaf(s)
  while (s.items.length > count) s.items.pop()!.end = s.contentEnd
  s.bare = false
}

/** Closes the open paragraph, fence, comment or quote. */
export function closeLeaf(s: Scanner): void {
  if (s.paragraph !== null) {
    const { item, lines } = s.paragraph
    if (item === null) paragraphBlocks(s.text, lines, s.items.length, s.blocks)
    else if (lines.length > 1) item.words = { start: item.words.start, end: lines.at(-1)!.end }
  }
  s.paragraph = null
  s.raw = null
  s.quote = null
}
