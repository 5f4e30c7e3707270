/** The values of fields: one word, a list of names, or entries of prose. */

import type { FieldDraft } from '../drafts.ts'
import type { Block, Item } from '../text/blocks.ts'
import { codeSpans, withoutCode } from '../text/code-span.ts'
import { inline, type Range, trimmed } from '../text/position.ts'

/** A range of the document and its text on one line. */
export interface Words extends Range {
  readonly words: string
}

/** `(none)`, `None - first task`, `N/A`, `-`: text that means empty. */
export function isNone(words: string): boolean {
  return /^(?:\(?\s*(?:none|nothing|n\/a|없음|なし)\s*(?:[-–—:,(.][\s\S]*)?\)?|[-–—]*)$/i.test(
    unemphasised(words.trim()),
  )
}

/** `_words_` and `**words**` as plain words. */
export const unemphasised = (words: string): string => /^([*_]{1,2})([^*]+)\1$/.exec(words)?.[2] ?? words

/** Whether the text is a single remark in brackets. */
export function isBracketed(words: string): boolean {
  let depth = 0
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at)
    if (code === 40 || code === 0xff08) depth++
    else if (code === 41 || code === 0xff09) depth--
    if (depth === 0) return at > 0 && at === words.length - 1
  }
  return false
}

/** The one value on a field's line, without back-ticks; empty when there is none. */
export function scalar(text: string, field: FieldDraft): string {
  const words = withoutCode(inline(text, field.value))
  return isNone(words) ? '' : words
}

/** The value and the first paragraph of every item of a field, nested items included. */
export function parts(text: string, field: FieldDraft): Words[] {
  const items = field.blocks.filter((block): block is Item => block.is === 'item')
  return [field.value, ...items.map(item => item.words)]
    .map(range => ({ ...trimmed(text, range), words: inline(text, range) }))
    .filter(part => part.words !== '')
}

/** Short names: code spans, or else parts between commas; remarks in brackets are dropped. */
export function names(text: string, field: FieldDraft): string[] {
  return parts(text, field)
    .filter(part => !isNone(part.words) && !isBracketed(part.words))
    .flatMap(part => namesIn(part.words))
}

/** The names in one line of text. */
export function namesIn(words: string): string[] {
  const spans = codeSpans(words)
  const pieces = spans.length > 0 ? spans.map(span => span.code) : [words.replace(/\([^()]*\)/g, '')]
  return pieces
    .flatMap(piece => piece.split(/[,，、]/))
    .map(name => name.trim())
    .filter(name => !isNone(name))
}

/** Whole entries with their contents: items, paragraphs and code blocks. */
export function entries(text: string, field: FieldDraft): string[] {
  const value = inline(text, field.value)
  const found = blockEntries(text, field.blocks)
  return isNone(value) ? found : [value, ...found]
}

/** The outermost blocks as text; blocks inside an item are part of that item's entry. */
export function blockEntries(text: string, blocks: readonly Block[]): string[] {
  const found: string[] = []
  let covered = 0
  for (const block of blocks) {
    if (block.start < covered || block.is === 'comment' || block.is === 'break') continue
    covered = block.end
    const entry = block.is === 'item' ? itemText(text, block) : dedented(text.slice(block.start, block.end), 0)
    if (!isNone(entry)) found.push(entry)
  }
  return found
}

/** An item with its contents up to `end`, dedented by the item's own indentation. */
export function itemText(text: string, item: Item, end: number = item.end): string {
  return dedented(text.slice(item.words.start, Math.max(end, item.words.start)), item.column)
}

/** The contents of an item below its own text. */
export function textBelow(text: string, item: Item): string {
  return item.end > item.words.end ? dedented(text.slice(item.words.end, item.end), item.column) : ''
}

function dedented(raw: string, column: number): string {
  if (!raw.includes('\n') && !raw.includes('\r')) return raw.trim()
  const [first, ...rest] = raw.split(/\r\n|\r|\n/)
  return [first!, ...rest.map(line => line.slice(indentation(line, column)))]
    .map(line => line.trimEnd())
    .join('\n')
    .trim()
}

function indentation(line: string, columnMax: number): number {
  let at = 0
  for (let column = 0; column < columnMax; at++) {
    if (line[at] === ' ') column++
    else if (line[at] === '\t') column += 4 - (column % 4)
    else break
  }
  return at
}
