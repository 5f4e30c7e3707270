/** Splits a document into blocks, line by line: each line is read once. */
import type { Block } from './blocks.ts'
import {
  boxAt,
  closesFence,
  fenceAt,
  headingAt,
  interruptsParagraph,
  isBreak,
  labelAt,
  listMarkerAt,
  skipBlanks,
} from './markers.ts'
import type { Range } from './position.ts'
import {
  advance,
  closeLeaf,
  createScanner,
  leave,
  nextCommentEnd,
  type Open,
  type OpenRaw,
  readLine,
  type Scanner,
} from './scanner.ts'

/** Deeper lists are read as text; without a limit one line could take quadratic time. */
const DEPTH_MAX = 32

/** Every block of the document, in order. */
export function scan(text: string): readonly Block[] {
  const s = createScanner(text)
  while (s.nextLine < text.length) {
    readLine(s)
    takeLine(s)
    if (!s.blank) s.contentEnd = s.lineEnd
  }
  leave(s, 0)
  return s.blocks
}

function takeLine(s: Scanner): void {
  if (s.raw !== null && (s.blank || s.column >= s.raw.column)) takeRaw(s, s.raw)
  else if (!s.blank) takeBlocks(s)
  // An item may begin with one empty line, not with two.
  else if (s.bare) leave(s, s.items.length - 1)
  else closeLeaf(s)
}

function takeRaw(s: Scanner, raw: OpenRaw): void {
  const { block } = raw
  block.end = s.lineEnd
  if ('closeAt' in raw) {
    block.closed = raw.closeAt < s.lineEnd
  } else if (!s.blank && s.column - raw.column < 4 && closesFence(s.text, s.at, s.lineEnd, raw)) {
    block.closed = true
  } else {
    raw.block.body = { start: raw.block.body.start, end: s.lineEnd }
  }
  if (block.closed) closeLeaf(s)
}

/** Opens the blocks that begin on this line, list items first and possibly several of them. */
function takeBlocks(s: Scanner): void {
  if (s.raw !== null) closeLeaf(s)
  let matched = s.items.length
  while (matched > 0 && s.items[matched - 1]!.column > s.column) matched--
  let item: Open<'item'> | null = null
  for (;;) {
    if (s.column - columnOf(s, matched) >= 4) break
    const opened = takeLeaf(s, matched) ? 'leaf' : openItem(s, matched)
    if (opened === null) break
    // An item that begins with another block has no text of its own.
    if (item !== null) item.words = { start: item.words.start, end: item.words.start }
    if (opened === 'leaf') return
    item = opened
    matched = s.items.length
    if (s.at === s.lineEnd) return
  }
  takeText(s, matched, item)
}

const columnOf = (s: Scanner, matched: number): number => (matched === 0 ? 0 : s.items[matched - 1]!.column)

/** A single-line block, or one that begins here and includes the following lines. */
function takeLeaf(s: Scanner, matched: number): boolean {
  const { text, at, lineEnd: end } = s
  switch (text.charCodeAt(at)) {
    case 35: {
      const heading = headingAt(text, at, end)
      if (heading === null) return false
      const box = boxAt(text, heading.words.start, heading.words.end)
      const words = { start: box?.after ?? heading.words.start, end: heading.words.end }
      const { level } = heading
      push(s, matched, { is: 'heading', start: at, end, depth: matched, level, box: box?.box ?? null, words })
      return true
    }
    case 96:
    case 126: {
      const length = fenceAt(text, at, end)
      if (length === 0) return false
      const body = { start: s.nextLine, end: s.nextLine }
      const block = push(s, matched, { is: 'fence', start: at, end, depth: matched, body, closed: false })
      s.raw = { block, column: columnOf(s, matched), code: text.charCodeAt(at), length }
      return true
    }
    case 60: {
      if (!text.startsWith('<!--', at)) return false
      const closeAt = nextCommentEnd(s, at + 2)
      const block = push(s, matched, { is: 'comment', start: at, end, depth: matched, closed: closeAt < end })
      if (!block.closed) s.raw = { block, column: columnOf(s, matched), closeAt }
      return true
    }
    case 62:
      if (s.quote?.depth === matched) s.quote.end = end
      else s.quote = push(s, matched, { is: 'quote', start: at, end, depth: matched })
      return true
    case 42:
    case 45:
    case 95:
      if (!isBreak(text, at, end)) return false
      push(s, matched, { is: 'break', start: at, end, depth: matched })
      return true
    default:
      return false
  }
}

function push<B extends Open<Block['is']>>(s: Scanner, matched: number, block: B): B {
  leave(s, matched)
  s.blocks.push(block)
  return block
}

function openItem(s: Scanner, matched: number): Open<'item'> | null {
  const { text, at, lineEnd } = s
  const width = listMarkerAt(text, at, lineEnd)
  if (width === 0 || matched >= DEPTH_MAX) return null
  const interrupts = s.paragraph !== null && matched === s.items.length
  if (interrupts && !interruptsParagraph(text, at, width, lineEnd)) return null
  leave(s, matched)
  s.column += width
  const markerEnd = s.column
  const after = skipBlanks(text, at + width, lineEnd)
  for (let place = at + width; place < after; place++) advance(s, text.charCodeAt(place))
  s.at = after
  s.bare = after === lineEnd
  // Five blanks or more are one blank and the beginning of code.
  const gap = s.column - markerEnd
  const column = s.bare || gap > 4 ? markerEnd + 1 : s.column
  const found = gap > 4 ? null : boxAt(text, after, lineEnd)
  const words = { start: found?.after ?? after, end: lineEnd }
  const box = found?.box ?? null
  const item: Open<'item'> = { is: 'item', start: at, end: lineEnd, depth: matched, box, words, column }
  s.items.push(item)
  s.blocks.push(item)
  return item
}

/** A line of text: it continues the open block, or begins a paragraph; if indented far enough, it is code. */
function takeText(s: Scanner, matched: number, item: Open<'item'> | null): void {
  const line = { start: s.at, end: s.lineEnd }
  const outdented = matched < s.items.length || s.quote !== null
  // Markdown would make a bold name right below a list part of its last item, which the author did not mean.
  const breaksOut = outdented && isLabel(s.text, line)
  if (s.paragraph !== null && !breaksOut) {
    s.paragraph.lines.push(line)
    return
  }
  if (s.quote !== null && !breaksOut && s.text.charCodeAt(s.quote.end - 1) !== 62) {
    s.quote.end = s.lineEnd
    return
  }
  const bareItem = s.bare && !outdented ? s.items.at(-1)! : null
  leave(s, matched)
  if (s.column - columnOf(s, matched) >= 4) return
  if (bareItem !== null) {
    const found = boxAt(s.text, line.start, line.end)
    bareItem.box = found?.box ?? null
    bareItem.words = { start: found?.after ?? line.start, end: line.end }
  }
  s.paragraph = { lines: [line], item: item ?? bareItem }
}

const PLAIN_LABEL = /^[A-Z][a-z]{2,19}:[ \t]*$/

function isLabel(text: string, line: Range): boolean {
  if (labelAt(text, line.start, line.end) !== null) return true
  return line.end - line.start < 30 && PLAIN_LABEL.test(text.slice(line.start, line.end))
}
