import type { Range } from './position.ts'

/** A box `[ ]`: the offset of the one character that a tick changes. */
export interface Box {
  readonly at: number
  readonly ticked: boolean
}

/** The number of list items around a block. */
interface Placed extends Range {
  readonly depth: number
}

interface FrontMatter extends Placed {
  readonly is: 'front-matter'
}
/** `## words`, optionally with a box before the words. */
export interface Heading extends Placed {
  readonly is: 'heading'
  readonly level: number
  readonly box: Box | null
  /** The words, without the box. */
  readonly words: Range
}
/** One item of a list, with its contents. */
export interface Item extends Placed {
  readonly is: 'item'
  readonly box: Box | null
  /** The first paragraph, without the box. */
  readonly words: Range
  /** The indentation column of the item's further lines. */
  readonly column: number
}
interface Fence extends Placed {
  readonly is: 'fence'
  readonly body: Range
  readonly closed: boolean
}
interface Comment extends Placed {
  readonly is: 'comment'
  readonly closed: boolean
}
interface Quote extends Placed {
  readonly is: 'quote'
}
/** Lines of cells between pipes. */
export interface Table extends Placed {
  readonly is: 'table'
  /** One per line, the heading first, without the line of dashes. */
  readonly rows: readonly Range[]
}
/** `**Name**: value`, on its own line. */
interface Field extends Placed {
  readonly is: 'field'
  readonly name: Range
  readonly value: Range
}
interface Paragraph extends Placed {
  readonly is: 'paragraph'
}
interface Break extends Placed {
  readonly is: 'break'
}

/** The blocks of a document in order; `start` and `end` are exact, and an item's range includes its contents. */
export type Block = FrontMatter | Heading | Item | Fence | Comment | Quote | Table | Field | Paragraph | Break
