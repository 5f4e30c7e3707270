/** The document by its headings: sections, and tasks with their fields. Nothing is interpreted yet. */

import type { FieldDraft, Group, TaskDraft } from './drafts.ts'
import { isOneLine, meantField } from './fields/field-names.ts'
import { unemphasised } from './fields/field-values.ts'
import { isFileTitle } from './fields/file-lists.ts'
import { fieldKeyAt, fieldLine, splitFields } from './fields/plain-field.ts'
import { readTaskHeading, type TaskHeading } from './task-heading.ts'
import type { Block, Heading, Item } from './text/blocks.ts'
import { inline, type Range } from './text/position.ts'

/** A heading that is not a task, with its range down to the next heading of its level. */
export interface Section extends Range {
  readonly heading: Heading
  /** Lower case, without numbering. */
  readonly name: string
  /** The blocks directly below this heading. */
  readonly blocks: Block[]
}

/** The outline of a document. */
export interface Outline {
  readonly title: Heading | null
  readonly summary: Range | null
  readonly frontMatter: Range | null
  readonly sections: readonly Section[]
  readonly tasks: readonly TaskDraft[]
  /** Boxes of groups of tasks. */
  readonly groups: readonly Group[]
  /** How the tasks were recognised. */
  readonly form: 'native' | 'steps' | 'checklist' | 'numbered' | 'headings'
  /** Fields after the `---` that ended their task. */
  readonly strayFields: readonly FieldDraft[]
  /** Headings with a box that are not tasks. */
  readonly strayBoxes: readonly Heading[]
  /** An unclosed fence or comment that includes the rest of the document. */
  readonly unclosed: Block | null
  /** The list items that are read as tasks, with everything inside them. */
  readonly listed: readonly Range[]
}

type Draft = { -readonly [K in keyof Outline]: Outline[K] } & {
  sections: (Section & { end: number })[]
  tasks: TaskDraft[]
  strayFields: FieldDraft[]
  strayBoxes: Heading[]
}

type OpenField = FieldDraft & { blocks: Block[] }
const NO_BLOCKS: Block[] = []

interface Place {
  readonly open: (Section & { end: number })[]
  task: TaskDraft | null
  field: OpenField | null
  /** Whether the field was written as `- **Name**: value`, so that the items beside it are fields too. */
  inItems: boolean
  /** The items of the open field, by its first one; a value on its line is like an item without a box. */
  holds: 'nothing' | 'plain' | 'boxes'
  afterBreak: boolean
}

/** Builds the outline; `read` decides which headings are tasks. */
export function outlineOf(
  text: string,
  blocks: readonly Block[],
  read: (text: string, heading: Heading) => TaskHeading | null = readTaskHeading,
): Outline {
  const draft: Draft = {
    title: null,
    summary: null,
    frontMatter: null,
    sections: [],
    tasks: [],
    groups: [],
    form: 'native',
    strayFields: [],
    strayBoxes: [],
    unclosed: null,
    listed: [],
  }
  const place: Place = { open: [], task: null, field: null, inItems: false, holds: 'nothing', afterBreak: false }
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!
    if (block.is === 'heading' && block.depth === 0) takeHeading(text, draft, place, block, read(text, block))
    else if (block.is === 'break' && block.depth === 0) {
      place.afterBreak ||= place.task !== null
      place.task = null
      place.field = null
    } else if (place.task !== null) {
      const parts = block.is === 'paragraph' && block.depth === 0 ? splitFields(text, block) : [block]
      for (const [at, part] of parts.entries())
        takeTaskBlock(text, place, place.task, part, parts[at + 1] ?? blocks[index + 1])
    } else takeSectionBlock(text, draft, place, block)
  }
  for (const section of place.open) section.end = text.length
  const last = blocks.at(-1)
  if (last !== undefined && (last.is === 'fence' || last.is === 'comment') && !last.closed) draft.unclosed = last
  return draft
}

function takeHeading(text: string, draft: Draft, place: Place, heading: Heading, found: TaskHeading | null): void {
  const { task } = place
  if (found === null && heading.box === null && task !== null && heading.level > task.heading.level) {
    const { start, end } = heading.words
    const name = { start, end: /[:：]/.test(text.charAt(end - 1)) ? end - 1 : end }
    openField(text, place, task, {
      ...fieldDraft(text, name, { start: heading.end, end: heading.end }),
      isHeading: true,
    })
    return
  }
  while (place.open.length > 0 && place.open.at(-1)!.heading.level >= heading.level)
    place.open.pop()!.end = heading.start
  place.task = null
  place.field = null
  place.inItems = false
  place.afterBreak = false
  if (found !== null) {
    place.task = { ...found, heading, fields: [], loose: [] }
    draft.tasks.push(place.task)
    return
  }
  if (heading.box !== null) draft.strayBoxes.push(heading)
  if (heading.level === 1) draft.title ??= heading
  const name = inline(text, heading.words)
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
  const section = { heading, name, start: heading.start, end: heading.end, blocks: [] }
  draft.sections.push(section)
  place.open.push(section)
}

function takeSectionBlock(text: string, draft: Draft, place: Place, block: Block): void {
  place.open.at(-1)?.blocks.push(block)
  if (block.is === 'front-matter') draft.frontMatter = block
  if (block.is === 'quote' && draft.sections.length <= 1 && draft.tasks.length === 0) draft.summary ??= block
  if (block.is === 'field' && place.afterBreak) {
    const field = fieldDraft(text, block.name, block.value)
    if (field.key !== null) draft.strayFields.push(field)
  }
}

function takeTaskBlock(text: string, place: Place, task: TaskDraft, block: Block, next: Block | undefined): void {
  if (block.is === 'field') {
    const field = fieldDraft(text, block.name, block.value)
    if (!isSubtitle(place.field, field, next)) {
      place.inItems = false
      openField(text, place, task, field)
      return
    }
  }
  if (block.is === 'item' && block.depth === 0 && (place.field === null || place.inItems)) {
    const field = itemField(text, block)
    if (field !== null) {
      place.inItems = true
      openField(text, place, task, field)
      return
    }
    // The item after `- Files: a.ts` is independent, unless the field still has no value.
    if (place.inItems && place.field !== null && !isWaiting(text, place.field)) place.field = null
  }
  if (endsField(text, place, block)) {
    place.field = null
    place.inItems = false
  }
  if (block.is === 'item' && block.depth === 0 && place.holds === 'nothing')
    place.holds = block.box === null ? 'plain' : 'boxes'
  if (place.field === null || (place.field.key !== null && isOneLine(place.field.key))) task.loose.push(block)
  // Most fields have at most one block, and a grown array reserves space for many.
  else if (place.field.blocks === NO_BLOCKS) place.field.blocks = [block]
  else place.field.blocks.push(block)
}

/** A field of names ends where its names do: at boxes below plain items, at a line in bold, at text below a list of files. */
function endsField(text: string, { field, holds }: Place, block: Block): boolean {
  const key = field?.key ?? null
  if (key === null || key === 'criteria' || key === 'steps' || block.depth > 0) return false
  if (block.is === 'item') return block.box !== null && holds === 'plain'
  if (block.is === 'paragraph' && isAllBold(inline(text, block))) return !isTitleLine(text, block)
  return key === 'files' && holds !== 'nothing' && TEXT.has(block.is) && !isTitleLine(text, block)
}

const TEXT: ReadonlySet<Block['is']> = new Set<Block['is']>(['paragraph', 'fence', 'quote'])
const isAllBold = (words: string): boolean => /^\*\*[^*]+\*\*$/.test(words)

/** `Create:` between two lists of files. */
const isTitleLine = (text: string, block: Block): boolean =>
  block.is === 'paragraph' && isFileTitle(unemphasised(inline(text, block)).replace(/\W+$/, ''))

function isWaiting(text: string, { value, blocks }: FieldDraft): boolean {
  const last = blocks.at(-1)
  return (last === undefined || (last.is === 'item' && last.depth === 0)) && inline(text, value) === ''
}

function openField(text: string, place: Place, task: TaskDraft, field: OpenField): void {
  task.fields.push(field)
  place.field = field
  place.holds = inline(text, field.value) === '' ? 'nothing' : 'plain'
}

/** An unknown bold name above boxes, inside a field with boxes, is a subtitle and does not end the field. */
function isSubtitle(open: FieldDraft | null, field: FieldDraft, next: Block | undefined): boolean {
  if (open === null || field.key !== null) return false
  if (open.key === 'files') return isFileTitle(field.name)
  if ((open.key !== 'criteria' && open.key !== 'steps') || meantField(field.name) !== null) return false
  return next?.is === 'item' && next.box !== null
}

/** `- **Name**: value` or `- Name: value` as a field of its task. */
export function itemField(text: string, item: Item): OpenField | null {
  const label = fieldLine(text, item.words)
  // A box with text is a step or a criterion, unless the name is clearly marked as a field.
  const isMeant = item.box === null || text.startsWith('**', item.words.start)
  return label === null || !isMeant ? null : fieldDraft(text, label.name, label.value)
}

/** A name and its value, not yet interpreted. */
export function fieldDraft(text: string, name: Range, value: Range): OpenField {
  const written = text.slice(name.start, name.end)
  return { key: fieldKeyAt(text, { name, value }), name: written, at: name, value, blocks: NO_BLOCKS }
}
