/** Reports every structure of a document that the reader does not use, so that its author does not rely on it. */
import { closest } from '../../../core/text/closest.ts'
import { someOf } from '../../../core/text/lists.ts'
import type { FieldDraft, TaskDraft } from '../drafts.ts'
import { isExpectedLabel } from '../fields/expected-results.ts'
import { type FieldKey, fieldKey, fieldName, meantField } from '../fields/field-names.ts'
import { unusedLimits } from '../fields/guardrails.ts'
import { linesOf, plainLabel } from '../fields/plain-field.ts'
import type { Reading } from '../native.ts'
import type { Section } from '../outline.ts'
import { isUsed, SECTION_NAMES, type SectionUse, sectionUses } from '../sections.ts'
import type { Block } from '../text/blocks.ts'
import { labelAt } from '../text/markers.ts'
import { inline, type Range } from '../text/position.ts'
import type { Findings } from './findings.ts'

/** Reports everything that looks like an instruction and has no effect. */
export function findUnread(reading: Reading, findings: Findings): void {
  if (reading.tasks.length === 0) return
  const isTask = within(reading.outline.listed)
  for (const [section, use] of sectionUses(reading.outline)) {
    const unused = section.blocks.filter(block => !isUsed(use, block) && !isTask(block))
    findUnreadSection(reading, findings, { section, use, unused })
  }
  for (const { at, message, hint } of unusedLimits(reading.text, reading.outline))
    findings.say('note', 'no-effect', at, message, hint)
  findUnreadFields(reading, findings)
}

const ADVICE = 'Write requirements as acceptance criteria of a task, and work as a task.'

/** Whether something begins in one of these ranges; they may be nested and are in document order. */
function within(ranges: readonly Range[]): (at: Range) => boolean {
  const outer: Range[] = []
  for (const range of ranges) if (range.start >= (outer.at(-1)?.end ?? 0)) outer.push(range)
  return ({ start }) => {
    let low = 0
    let high = outer.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (outer[middle]!.start <= start) low = middle + 1
      else high = middle
    }
    return low > 0 && start < outer[low - 1]!.end
  }
}

interface Unused {
  readonly section: Section
  readonly use: SectionUse | null
  readonly unused: readonly Block[]
}

function findUnreadSection({ text }: Reading, findings: Findings, { section, use, unused }: Unused): void {
  const title = inline(text, section.heading.words)
  const meant = use === null && section.heading.level > 1 ? closest(section.name, SECTION_NAMES) : null
  const meantWords = meant === null ? null : `Did you mean \`${capitalised(meant)}\`?`
  if (unused.length === 0) {
    // Prose below a short heading may resemble a name by chance; below a long one it is a typo.
    if (meant !== null && meant.length >= 10 && section.blocks.length > 0)
      findings.say(
        'note',
        'no-effect',
        section.heading,
        `\`${title}\` has no effect: it is not a known section.`,
        meantWords,
      )
    return
  }
  const isTable = unused.some(block => block.is === 'table')
  const what = isTable ? (use === null ? 'its table is' : 'this table is') : listWords(unused)
  const why =
    use === 'tables'
      ? `${what} not read, only a table is`
      : use === 'words'
        ? `agents read it, but nothing checks it`
        : `${what} not read`
  const at = use === null ? section.heading : unused[0]!
  findings.say('note', 'no-effect', at, `\`${title}\` has no effect yet: ${why}.`, meantWords ?? ADVICE)
}

const listWords = (blocks: readonly Block[]): string =>
  blocks.some(block => block.is === 'item' && block.box !== null) ? 'its boxes are' : 'its list is'

const capitalised = (name: string): string => name.replace(/(?:^|\s)\S/g, letter => letter.toUpperCase())

/** Fields that are known and kept, but not used yet. */
const NOT_USED: Readonly<Partial<Record<FieldKey, { readonly why: string; readonly hint: string }>>> = {
  reference: {
    why: 'no result is compared with it',
    hint: 'Write a criterion whose command compares them: `cmd` → exit 0.',
  },
}

interface Named extends Range {
  readonly code: 'no-effect' | 'unknown-field'
  readonly message: string
  readonly hint: string | null
}

function findUnreadFields(reading: Reading, findings: Findings): void {
  const byName = new Map<string, Named[]>()
  for (const { draft } of reading.tasks)
    for (const found of unreadOf(reading, draft)) {
      const same = byName.get(found.message)
      if (same === undefined) byName.set(found.message, [found])
      else same.push(found)
    }
  for (const [first, ...others] of byName.values()) {
    const lines = others.map(at => reading.locate(at).line)
    findings.say('note', first!.code, first!, `${first!.message}${alsoOn(lines)}`, first!.hint)
  }
}

const LINES_MAX = 5

function alsoOn(lines: readonly number[]): string {
  if (lines.length === 0) return ''
  return ` Also on line${lines.length === 1 ? '' : 's'} ${someOf(lines.map(String), { max: LINES_MAX })}.`
}

function unreadOf({ text, outline }: Reading, draft: TaskDraft): readonly Named[] {
  const isSteps = outline.form === 'steps'
  const fields = draft.fields.flatMap(field => {
    if (field.key === null) return isSteps && isExpectedLabel(field.name) ? [] : unknownField(field)
    return [...unusedField(field.key, field), ...unusedBlocks(field.key, field)]
  })
  const labels = draft.loose.flatMap(block => unreadLabels(text, block))
  return [...fields, ...labels.filter(({ start, end }) => !isSteps || !isExpectedLabel(text.slice(start, end)))]
}

function unknownField({ name, at, isHeading }: FieldDraft): readonly Named[] {
  const meant = meantField(name)
  // A heading inside a task structures its text; only one that resembles a field name is a typo.
  return isHeading && meant === null ? [] : [unknownName(name, at, meant)]
}

function unknownName(name: string, at: Range, meant: FieldKey | null): Named {
  return {
    ...at,
    code: 'unknown-field',
    message: `\`${name}\` is not a known field: the agent reads its text, and it has no other effect.`,
    hint: meant === null ? null : `Did you mean \`${fieldName(meant)}\`?`,
  }
}

function unusedField(key: FieldKey, { at }: FieldDraft): readonly Named[] {
  const unused = NOT_USED[key]
  if (unused === undefined) return []
  const message = `\`${fieldName(key)}\` has no effect yet: ${unused.why}.`
  return [{ ...at, code: 'no-effect', message, hint: unused.hint }]
}

/** Fields whose entries are free text for the agent. */
const PROSE: ReadonlySet<FieldKey> = new Set<FieldKey>(['steps', 'mustNot', 'nonGoals', 'references', 'interfaces'])

/** A table where only items are read; criteria may be a table. */
function unusedBlocks(key: FieldKey, { blocks }: FieldDraft): readonly Named[] {
  if (PROSE.has(key) || NOT_USED[key] !== undefined || key === 'criteria') return []
  return blocks
    .filter(block => block.is === 'table')
    .map(({ start, end }) => ({
      start,
      end,
      code: 'no-effect',
      message: `This table has no effect: \`${fieldName(key)}\` is read item by item.`,
      hint: 'Write each row as an item of a list.',
    }))
}

const WORDS_MAX = 4

/** Lines such as `Priority: high` in the text of a task. */
function unreadLabels(text: string, block: Block): readonly Named[] {
  if (block.is === 'item') {
    const bold = labelAt(text, block.words.start, block.words.end)
    const name = bold?.bold ? text.slice(bold.name.start, bold.name.end) : ''
    const meant = name === '' || fieldKey(name) !== null ? null : meantField(name)
    return meant === null ? [] : [unknownName(name, bold!.name, meant)]
  }
  if (block.is !== 'paragraph') return []
  return linesOf(text, block).flatMap(line => {
    const label = plainLabel(text, line)
    if (label === null) return []
    const name = text.slice(label.name.start, label.name.end)
    const meant = fieldKey(name) === null ? meantField(name) : null
    return meant !== null || isSetting(name, inline(text, label.value)) ? [unknownName(name, label.name, meant)] : []
  })
}

/** A name and a short value are a setting; a name and a sentence are prose. */
const isSetting = (name: string, value: string): boolean =>
  fieldKey(name) === null &&
  /^\p{Lu}/u.test(name) &&
  name.split(' ').length <= 3 &&
  value !== '' &&
  value.split(/\s+/).length <= WORDS_MAX &&
  !/[.!?:;,…]$/.test(value)
