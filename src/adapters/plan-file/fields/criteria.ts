import type { Category, Criterion } from '../../../core/plan/plan.ts'
import type { FieldDraft } from '../drafts.ts'
import type { Block, Item, Table } from '../text/blocks.ts'
import { labelAt } from '../text/markers.ts'
import { inline, type Locate, type Range, trimmed } from '../text/position.ts'
import { cellText, cellUnder, readTable } from '../text/table.ts'
import { isRemark, readCheck } from './criterion.ts'
import { itemText, type Words } from './field-values.ts'

/** A criterion and the place of its box. */
export interface CriterionReading {
  readonly criterion: Criterion
  /** The offset of the character that a tick changes; null when the criterion has no box. */
  readonly box: number | null
}

/** The criteria of a task, numbered in the order of the document. */
export function readCriteria(text: string, fields: readonly FieldDraft[], locate: Locate): CriterionReading[] {
  const found: CriterionReading[] = []
  let category: Category = 'other'
  const add = (at: Range, item: Item | null, words: string, whole: string) => {
    if (isRemark(words)) return
    found.push({
      box: item?.box?.at ?? null,
      criterion: {
        id: `c${found.length + 1}`,
        category: category === 'other' ? tagged(words) : category,
        text: whole,
        ticked: item?.box?.ticked ?? false,
        check: readCheck(words),
        span: locate(trimmed(text, at)),
      },
    })
  }
  for (const field of fields) {
    category = 'other'
    const outermost = field.blocks.find(block => block.is === 'item')?.depth ?? 0
    // Below an item that is only a title, such as `- *Functional*:`, the items one step deeper are the criteria.
    let titleEnd = 0
    for (const line of loose(text, field.value)) add(line, null, line.words, line.words)
    for (let index = 0; index < field.blocks.length; index++) {
      const block = field.blocks[index]!
      const outer = block.start < titleEnd ? outermost + 1 : outermost
      if (block.is === 'item' && block.box === null && block.depth === outermost && isTitle(text, block)) {
        category = categoryOf(titleOf(text, block.words)!)
        titleEnd = block.end
      } else if (block.is === 'item' && (block.box !== null || block.depth === outer)) {
        add(block.words, block, inline(text, block.words), itemText(text, block, ownEnd(field.blocks, index, block)))
      } else if (block.is === 'table') {
        for (const row of tableCriteria(text, block)) {
          category = row.category
          add(row.at, null, row.words, row.words)
        }
      } else if (block.is === 'paragraph' || block.is === 'field') {
        const title = titleOf(text, block)
        if (title !== null) category = categoryOf(title)
        else
          for (const line of loose(text, block))
            if (readCheck(line.words) !== null) add(line, null, line.words, line.words)
      }
    }
  }
  return found
}

/** Lines outside of a list: a line with a command begins a new criterion, the others continue the previous one. */
function loose(text: string, range: Range): Words[] {
  const found: Words[] = []
  let at = range.start
  for (const raw of text.slice(range.start, range.end).split(/(?<=\n|\r(?!\n))/)) {
    const line = trimmed(text, { start: at, end: at + raw.length })
    const words = text.slice(line.start, line.end)
    const last = found.at(-1)
    if (last !== undefined && readCheck(words) === null)
      found[found.length - 1] = { start: last.start, end: line.end, words: `${last.words} ${words}` }
    else if (words !== '') found.push({ ...line, words })
    at += raw.length
  }
  return found
}

/** A criterion ends where the first criterion inside it begins. */
function ownEnd(blocks: readonly Block[], index: number, item: Item): number {
  for (let next = index + 1; next < blocks.length; next++) {
    const block = blocks[next]!
    if (block.start >= item.end) break
    if (block.is === 'item' && block.box !== null) return block.start
  }
  return item.end
}

function isTitle(text: string, item: Item): boolean {
  const label = labelAt(text, item.words.start, item.words.end)
  return label !== null && inline(text, { start: label.after, end: item.words.end }) === ''
}

/** `*Functional:*`, `**Static**:` or plain `Runtime:`. */
function titleOf(text: string, block: Range): string | null {
  const label = labelAt(text, block.start, block.end)
  if (label !== null) return text.slice(label.name.start, label.name.end)
  const words = inline(text, block)
  return words.length < 60 && /^(?:functional|static|runtime)\b[^`]*$/i.test(words) ? words : null
}

function categoryOf(title: string): Category {
  const word = /^\W*(functional|static|runtime)\b/i.exec(title)?.[1]?.toLowerCase()
  return (word as Category | undefined) ?? 'other'
}

/** `[static]` after a criterion also sets its category. */
function tagged(words: string): Category {
  const tag = /`?\[(functional|static|runtime)\]`?$/i.exec(words)?.[1]?.toLowerCase()
  return (tag as Category | undefined) ?? 'other'
}

/** A table of categories and criteria, as some plans have it. */
function tableCriteria(text: string, block: Table): { category: Category; at: Range; words: string }[] {
  const table = readTable(text, block)
  return table.rows.map(row => {
    const named = cellUnder(table, row, 'criteri')
    const at = named.start === row.end ? (row.cells.at(-1) ?? named) : named
    return { category: categoryOf(cellText(text, cellUnder(table, row, 'category'))), at, words: cellText(text, at) }
  })
}
