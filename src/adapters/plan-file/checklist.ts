/** Plans that are lists: spec-kit's and Kiro's `tasks.md`, plain checklists, and numbered lists. */

import { type TaskId, taskId } from '../../core/plan/ids.ts'
import type { FieldDraft, Group, TaskDraft } from './drafts.ts'
import { fieldKey, meantField } from './fields/field-names.ts'
import { splitFields } from './fields/plain-field.ts'
import { fieldDraft, itemField } from './outline.ts'
import type { Block, Heading, Item } from './text/blocks.ts'
import { codeSpans } from './text/code-span.ts'
import { inline, type Range } from './text/position.ts'

/** The tasks of a list, and the boxes above them. */
export interface Checklist {
  readonly tasks: readonly TaskDraft[]
  readonly groups: readonly Group[]
  /** The items that are tasks or contain tasks, with everything inside them. */
  readonly listed: readonly Range[]
}

/** `T001 [P] [US1] words`, as spec-kit writes it. */
const SPEC_KIT = /^(T\d{1,6})\b[:.]?(?:\*\*)?[:.]?\s*/
const TAGS = /^(?:\[[^\]\n]{1,30}\]\s*)+/
/** `2.1 words` or `2. words`, as Kiro writes it. */
const NUMBERED = /^(\d{1,4}(?:\.\d{1,4}){0,4})[.):]?(?:\*\*)?[.:]?\s+/

/** Maximum length of a group's text that is passed to each of its tasks; a whole document above a list is not repeated. */
const GROUP_DETAILS_MAX = 50

interface Entry {
  readonly item: Item
  /** Among the blocks of the document. */
  readonly place: number
  readonly id: string | null
  readonly title: string
  readonly words: Range
  /** Lines below the title that begin with the name of a field. */
  readonly lines: readonly Block[]
  /** May run beside its neighbours. */
  readonly aside: boolean
  /** Nothing waits for it. */
  readonly optional: boolean
  /** Number of headings above it: a phase ends where the next one begins. */
  readonly phase: number
  /** The section that contains it, by its outermost heading below the title of the document. */
  readonly section: string | null
  /** Inside a section that is called a list of tasks. */
  readonly isInList: boolean
}

/** The boxes of a document as tasks, or null if they mean something else: below fields of tasks that we cannot read. */
export function readChecklist(text: string, blocks: readonly Block[]): Checklist | null {
  const ofFields = boxesOfFields(text, blocks)
  const entries = inTaskList(entriesOf(text, blocks, item => item.box !== null && !ofFields.has(item)))
  // Boxes with ids are tasks, whatever else is there.
  if (ofFields.size > 0 && entries.every(({ id }) => id === null)) return null
  return checklistOf(text, blocks, entries)
}

/** Where a section is called "Tasks", the boxes of other sections are no tasks. */
function inTaskList(entries: readonly Entry[]): readonly Entry[] {
  const listed = entries.filter(({ isInList }) => isInList)
  return listed.length > 0 ? listed : entries
}

/** The boxes directly below a field that we know, such as acceptance criteria. A field with a sentence is a remark. */
function boxesOfFields(text: string, blocks: readonly Block[]): ReadonlySet<Item> {
  const found = new Set<Item>()
  let isOpen = false
  for (const block of blocks) {
    if (block.is === 'item') {
      if (isOpen && block.box !== null) found.add(block)
    } else if (block.depth === 0)
      isOpen =
        block.is === 'field' &&
        inline(text, block.value) === '' &&
        fieldKey(text.slice(block.name.start, block.name.end)) !== null
  }
  return found
}

/** A numbered list as tasks: the one below a heading such as "Tasks", or the only one of a document without sections. */
export function readNumbered(text: string, blocks: readonly Block[]): Checklist | null {
  const lists = numberedLists(text, blocks)
  const named = lists.filter(list => list.heading !== null && TASK_LIST.test(list.heading))
  const [only, ...others] = lists
  const chosen = named.length > 0 ? named : only && others.length === 0 && !only.isInSection ? [only] : []
  const items = new Set(chosen.flatMap(list => list.items))
  const entries = entriesOf(text, blocks, item => items.has(item))
  const numbers = entries.map(({ item }) => /^\d+/.exec(text.slice(item.start, item.start + 6))![0])
  // A sentence may begin with a number and a full stop.
  if (numbers.length < 2 && numbers[0] !== '1') return null
  const areIds = new Set(numbers).size === numbers.length
  return checklistOf(
    text,
    blocks,
    entries.map((entry, at) => ({ ...entry, ...wholeTitle(text, entry), id: areIds ? numbers[at]! : null })),
  )
}

/** The list number is the id, so a number in the text is part of the text. */
function wholeTitle(text: string, { item, words }: Entry): Pick<Entry, 'title' | 'words'> {
  const range = { start: item.words.start, end: words.end }
  return { title: withoutBold(inline(text, range)), words: range }
}

/** Usual headings above a list of tasks. */
export const TASK_LIST = /^(?:\S+\s+)?(?:tasks?(?: list)?|to-?dos?|steps|plan|work items)\s*:?$/i

/** `Tasks`, `Tasks / Subtasks`: without another word, which would set them apart from other tasks. */
const isOnlyTasks = (heading: string): boolean =>
  heading.split('/').every(part => /^(?:(?:sub-?)?tasks?|to-?dos?|work items)\s*:?$/i.test(part.trim()))

interface NumberedList {
  readonly heading: string | null
  /** Below a heading that is not the title of the document. */
  readonly isInSection: boolean
  readonly items: Item[]
}

function numberedLists(text: string, blocks: readonly Block[]): readonly NumberedList[] {
  const lists: NumberedList[] = []
  let heading: Heading | null = null
  let open: NumberedList | null = null
  for (const block of blocks) {
    if (block.depth > 0) continue
    if (block.is === 'heading') heading = block
    if (block.is === 'item' && /^\d{1,4}[.)]/.test(text.slice(block.start, block.start + 6))) {
      if (open === null) {
        const isInSection = heading !== null && heading.level > 1
        open = { heading: heading === null ? null : inline(text, heading.words), isInSection, items: [] }
        lists.push(open)
      }
      open.items.push(block)
    }
    // Remarks and code between two numbers do not end a list; a heading or other items do.
    else if (block.is === 'heading' || block.is === 'item') open = null
  }
  return lists
}

function checklistOf(text: string, blocks: readonly Block[], entries: readonly Entry[]): Checklist | null {
  const named = namedOf(entries)
  // In a list without ids the outer boxes are the tasks, and those inside are their steps.
  const outer = entries.filter(({ item }) => item.depth === 0)
  const chosen =
    named ?? outer.map(entry => (entry.id === null ? entry : { ...entry, ...wholeTitle(text, entry), id: null }))
  if (chosen.length === 0) return null
  const ids = chosen.map((entry, at) => taskId(entry.id ?? String(at + 1)))
  const inside = chosen.map((_, at) => insideOf(chosen, at))
  const leaves = chosen.flatMap((entry, at) => (inside[at]!.length === 0 ? [{ entry, id: ids[at]! }] : []))
  const follows = orderOf(leaves)
  const phases = phasesOf(leaves, chosen, inside)
  const drafts = leaves.map(({ entry, id }, at) =>
    draftOf(text, blocks, entry, { id, follows: follows[at]!, ...phases(entry) }),
  )
  const byId = new Map(drafts.map(draft => [draft.id, draft]))
  const groups: Group[] = []
  // From the inside out, so that an outer group's text comes first.
  for (let at = chosen.length - 1; at >= 0; at--) {
    const { item, place } = chosen[at]!
    const tasks = inside[at]!.map(index => ids[index]!).filter(id => byId.has(id))
    if (tasks.length === 0 || !item.box) continue
    groups.push({ id: ids[at]!, box: item.box, tasks })
    // A group's own text applies to everything in it.
    const said = blocksFrom(blocks, place, chosen[inside[at]![0]!]!.item.start).slice(0, GROUP_DETAILS_MAX)
    for (const id of said.length > 0 ? tasks : []) {
      const own = sorted(text, said)
      byId.get(id)!.fields.unshift(...own.fields)
      byId.get(id)!.loose.unshift(...own.loose)
    }
  }
  return { tasks: drafts, groups, listed: chosen.map(({ item }) => ({ start: item.start, end: item.end })) }
}

/** The entries with an id, where most have one: a single number at the start of a sentence names no task. */
function namedOf(entries: readonly Entry[]): readonly Entry[] | null {
  const named = entries.filter(({ id }) => id !== null)
  let end = 0
  let others = 0
  for (const { id, item } of entries) {
    if (id !== null) end = Math.max(end, item.end)
    // The boxes inside of a task are its steps.
    else if (item.start >= end) others++
  }
  return named.length > others ? named : null
}

function entriesOf(text: string, blocks: readonly Block[], isEntry: (item: Item) => boolean): readonly Entry[] {
  const entries: Entry[] = []
  let phase = 0
  let isAside = false
  let section: { readonly level: number; readonly name: string } | null = null
  let listLevel: number | null = null
  for (const [place, block] of blocks.entries()) {
    if (block.is === 'heading') {
      phase++
      const name = inline(text, block.words)
      isAside = holdsNoTasks(name)
      if (block.level === 1) section = null
      else if (section === null || block.level <= section.level) section = { level: block.level, name }
      if (listLevel === null || block.level <= listLevel) listLevel = isOnlyTasks(name) ? block.level : null
    }
    if (block.is !== 'item' || isAside || !isEntry(block)) continue
    entries.push({
      item: block,
      place,
      phase,
      section: section?.name ?? null,
      isInList: listLevel !== null,
      ...titleOf(text, block),
    })
  }
  return entries
}

/** Boxes below `Acceptance Criteria` are criteria, not tasks. */
function holdsNoTasks(heading: string): boolean {
  const key = fieldKey(heading) ?? meantField(heading)
  return key === 'criteria' || key === 'mustNot' || key === 'nonGoals' || key === 'references'
}

function titleOf(
  text: string,
  { words: whole, box }: Item,
): Omit<Entry, 'item' | 'place' | 'phase' | 'section' | 'isInList'> {
  const [first, ...lines] = splitFields(text, { ...whole, depth: 0 })
  // Lines that begin with a field name are not part of the title.
  const title = first?.is === 'paragraph' ? { start: first.start, end: first.end } : whole
  // An id may be inside of the bold words of its task.
  const mark = text.startsWith('**', title.start) ? 2 : 0
  const words = text.slice(title.start + mark, title.end)
  const match = SPEC_KIT.exec(words) ?? NUMBERED.exec(words)
  const behind = match ? mark + match[0].length : 0
  const tags = match && SPEC_KIT.test(words) ? (TAGS.exec(words.slice(match[0].length))?.[0] ?? '') : ''
  const range = { start: title.start + behind + tags.length, end: title.end }
  return {
    id: match?.[1] ?? null,
    title: withoutBold(inline(text, range)),
    words: range,
    lines: first?.is === 'paragraph' ? lines : [],
    aside: /\[P\]/i.test(tags),
    optional: box !== null && text[box.at + 2] === '*',
  }
}

/** Titles become subjects of commits, where marks of Markdown are only noise; code in them stays as it is. */
function withoutBold(title: string): string {
  let end = 0
  const parts = codeSpans(title).flatMap(span => {
    const before = title.slice(end, span.start)
    end = span.end
    return [before.replaceAll('**', ''), title.slice(span.start, span.end)]
  })
  return [...parts, title.slice(end).replaceAll('**', '')].join('')
}

/** The phase of each task: the group around it, else its section; without several sections there are no phases. */
function phasesOf(
  leaves: readonly { readonly entry: Entry }[],
  chosen: readonly Entry[],
  inside: readonly (readonly number[])[],
): (entry: Entry) => Pick<TaskDraft, 'phase'> {
  const outer = new Map<Entry, string>()
  // From the inside out, so that the outermost group counts.
  for (let at = chosen.length - 1; at >= 0; at--)
    for (const index of inside[at]!) outer.set(chosen[index]!, chosen[at]!.title)
  const hasSections = new Set(leaves.map(({ entry }) => entry.section)).size > 1
  return entry => {
    const phase = (hasSections ? entry.section : null) ?? outer.get(entry)
    return phase === undefined ? {} : { phase }
  }
}

/** The tasks inside this one, which follow it: nested in its item, or numbered below it as `2.1` is below `2`. */
function insideOf(entries: readonly Entry[], from: number): readonly number[] {
  const { item, id } = entries[from]!
  const isInside = (entry: Entry) => entry.item.start < item.end || (id !== null && entry.id?.startsWith(`${id}.`))
  const found: number[] = []
  for (let at = from + 1; at < entries.length && isInside(entries[at]!); at++) found.push(at)
  return found
}

/**
 * Dependencies by position. A list is worked off from top to bottom; tasks marked `[P]` may run in parallel with their
 * neighbours in the same phase, and the next task waits for all of them.
 */
function orderOf(leaves: readonly { readonly entry: Entry; readonly id: TaskId }[]): readonly (readonly TaskId[])[] {
  let settled: readonly TaskId[] = []
  let beside: TaskId[] = []
  let phase = -1
  return leaves.map(({ entry, id }) => {
    if (entry.phase !== phase && beside.length > 0) [settled, beside] = [beside, []]
    phase = entry.phase
    if (entry.optional) return beside.length > 0 ? [...beside] : settled
    if (entry.aside) {
      beside.push(id)
      return settled
    }
    const needs = beside.length > 0 ? beside : settled
    settled = [id]
    beside = []
    return needs
  })
}

function draftOf(
  text: string,
  blocks: readonly Block[],
  { item, place: at, title, words, lines }: Entry,
  place: Pick<TaskDraft, 'id' | 'follows' | 'phase'>,
): TaskDraft {
  const heading: Heading = {
    is: 'heading',
    level: 3,
    depth: 0,
    start: item.start,
    end: words.end,
    box: item.box,
    words,
  }
  return { ...place, title, heading, ...sorted(text, [...lines, ...blocksFrom(blocks, at, item.end)]) }
}

/** The blocks after this position that begin before `end`. */
function blocksFrom(blocks: readonly Block[], place: number, end: number): readonly Block[] {
  let last = place + 1
  while (last < blocks.length && blocks[last]!.start < end) last++
  return blocks.slice(place + 1, last)
}

/** Fields with their content, and the text outside of fields. */
function sorted(text: string, blocks: readonly Block[]): { fields: FieldDraft[]; loose: Block[] } {
  const fields: FieldDraft[] = []
  const loose: Block[] = []
  let open: { readonly blocks: Block[]; readonly end: number } | null = null
  const add = (field: FieldDraft, end: number) => {
    open = { blocks: [], end }
    fields.push({ ...field, blocks: open.blocks })
  }
  for (const block of blocks.flatMap(part => (part.is === 'paragraph' ? splitFields(text, part) : [part]))) {
    const field = block.is === 'item' ? (itemField(text, block) ?? requirements(text, block)) : null
    const holder = open as { readonly blocks: Block[]; readonly end: number } | null
    if (block.is === 'field') add(fieldDraft(text, block.name, block.value), LINE_FIELD)
    else if (field && block.start >= (holder && holder.end !== LINE_FIELD ? holder.end : 0)) add(field, block.end)
    // An item contains its nested blocks; a line that ends in a colon contains the list below it.
    else if (holder && (holder.end === LINE_FIELD ? block.is === 'item' : block.start < holder.end))
      holder.blocks.push(block)
    else {
      open = null
      loose.push(block)
    }
  }
  return { fields, loose }
}

/** A field on its own line has no end mark: the next text that is not a list item ends it. */
const LINE_FIELD = Number.POSITIVE_INFINITY

/** `_Requirements: 1.2, 3.1_` refers to the requirements of the task. */
function requirements(text: string, { start, words }: Item): FieldDraft | null {
  const written = text.slice(words.start, words.end)
  if (!/^_[^_\n]+_\s*$/.test(written)) return null
  const value = { start: words.start + 1, end: words.start + written.trimEnd().length - 1 }
  return { key: 'references', name: 'References', at: { start, end: words.end }, value, blocks: [] }
}
