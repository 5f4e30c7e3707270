/** Fields without bold: `Depends on: 1 and 2`, `Acceptance criteria:` at the start of a line. */
import type { Block } from '../text/blocks.ts'
import { labelAt } from '../text/markers.ts'
import { inline, type Range, trimmed } from '../text/position.ts'
import { type FieldKey, fieldKey, meantField } from './field-names.ts'
import { isNone } from './field-values.ts'
import { firstWord, KINDS, TIERS, TYPES } from './known-words.ts'

/** A name at the start of a line, and the text after its colon. */
export interface LineLabel {
  readonly name: Range
  readonly value: Range
}

const LABEL = /^(\p{L}[\p{L} -]{1,30}?)[ \t]*[:：](?=\s|$)/u

/** The field at the start of a line; a name without bold counts only if its value has the form that the field expects. */
export function fieldLine(text: string, line: Range): LineLabel | null {
  const bold = labelAt(text, line.start, line.end)
  const marked = bold?.bold ? { name: bold.name, value: { start: bold.after, end: line.end } } : null
  if (marked !== null && fieldKeyAt(text, marked) !== null) return marked
  const label = plainLabel(text, line)
  if (label === null) return null
  const key = fieldKeyAt(text, label)
  return key !== null && hasShape(key, inline(text, label.value)) ? label : null
}

/** The field with this name; `Dependencies` means packages as often as tasks, so it counts only with names of tasks. */
export function fieldKeyAt(text: string, { name, value }: LineLabel): FieldKey | null {
  const written = text.slice(name.start, name.end)
  const key = fieldKey(written)
  if (key !== null || meantField(written) !== 'needs') return key
  const words = inline(text, value)
  return words !== '' && (isNone(words) || TASK_NAMES.test(words)) ? 'needs' : null
}

const TASK_NAME = String.raw`(?:(?:tasks?|todos?|steps?)[\s#-]*)?#?[A-Z]{0,2}\d[\w.]*`
const TASK_NAMES = new RegExp(String.raw`^${TASK_NAME}(?:\s*(?:,|&|\band\b)\s*${TASK_NAME})*$`, 'i')

/** `Some words: value`, for any words. */
export function plainLabel(text: string, line: Range): LineLabel | null {
  const match = LABEL.exec(text.slice(line.start, line.end))
  if (match === null) return null
  const name = { start: line.start, end: line.start + match[1]!.length }
  return { name, value: { start: line.start + match[0].length, end: line.end } }
}

/** A sentence that happens to begin with a field name is still a sentence. */
function hasShape(key: FieldKey, value: string): boolean {
  switch (key) {
    case 'criteria':
    case 'steps':
    case 'mustNot':
    case 'nonGoals':
    case 'references':
    case 'interfaces':
      return true
    case 'needs':
      return value === '' || isNone(value) || /\d|^all\b/i.test(value) || isOneName(value)
    case 'files':
    case 'inputs':
    case 'outputs':
    case 'commands':
      return value === '' || isList(value)
    case 'tests':
    case 'hidden':
    case 'tools':
    case 'allow':
    case 'gates':
    case 'reference':
    case 'subPlan':
      return isList(value)
    case 'type':
      return TYPES.some(known => known === firstWord(value))
    case 'kind':
      return KINDS.some(known => known === firstWord(value))
    case 'tier':
      return TIERS.some(known => known === firstWord(value))
    case 'minutes':
    case 'estimate':
      return /^\d/.test(value)
    default:
      return isOneName(value)
  }
}

const isOneName = (value: string): boolean => /^\S+$/.test(value)
/** A code span, a word for none, or names between commas. */
const isList = (value: string): boolean =>
  value.includes('`') || isNone(value) || value.split(/[,;]/).every(part => isOneName(part.trim()))

/** Splits a paragraph into the fields that its lines begin, and the text before the first of them. */
export function splitFields(text: string, block: Range & { readonly depth: number }): readonly Block[] {
  const lines = linesOf(text, block)
  const labels = lines.map(line => fieldLine(text, line))
  const first = labels.findIndex(label => label !== null)
  if (first < 0) return [{ is: 'paragraph', start: block.start, end: block.end, depth: block.depth }]
  const found: Block[] = []
  if (first > 0) found.push({ is: 'paragraph', start: block.start, end: lines[first - 1]!.end, depth: block.depth })
  for (let at = first; at < lines.length; at++) {
    const label = labels[at]
    if (!label) continue
    let last = at
    while (last + 1 < lines.length && !labels[last + 1]) last++
    const { end } = lines[last]!
    const { start } = lines[at]!
    found.push({ is: 'field', start, end, depth: block.depth, name: label.name, value: { ...label.value, end } })
  }
  return found
}

/** The lines of a range, trimmed. */
export function linesOf(text: string, { start, end }: Range): readonly Range[] {
  const lines: Range[] = []
  let from = start
  for (let at = start; at <= end; at++) {
    if (at < end && text[at] !== '\n' && text[at] !== '\r') continue
    const line = trimmed(text, { start: from, end: at })
    if (line.end > line.start) lines.push(line)
    from = at + 1
  }
  return lines
}
