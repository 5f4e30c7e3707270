/** Fields with one value, and lookup of any field of a task. */

import type { FieldDraft, TaskDraft } from '../drafts.ts'
import { inline } from '../text/position.ts'
import type { FieldKey } from './field-names.ts'
import { scalar } from './field-values.ts'
import { firstWord, KINDS, TIERS, TYPES } from './known-words.ts'

const NO_FIELDS: readonly FieldDraft[] = []
const NOTHING: readonly never[] = []

/** A task's fields of one kind; a field may be repeated. */
export function listed(draft: TaskDraft, key: FieldKey): readonly FieldDraft[] {
  let found: FieldDraft[] | undefined
  for (const field of draft.fields) {
    if (field.key !== key) continue
    if (found === undefined) found = [field]
    else found.push(field)
  }
  return found ?? NO_FIELDS
}

/** The combined contents of all fields of one kind. */
export function collected<T>(draft: TaskDraft, key: FieldKey, read: (field: FieldDraft) => readonly T[]): readonly T[] {
  const fields = listed(draft, key)
  if (fields.length === 0) return NOTHING
  return fields.length === 1 ? read(fields[0]!) : fields.flatMap(read)
}

/** The first value of a single-line field; empty if the field is absent. */
export function fieldValue(text: string, draft: TaskDraft, key: FieldKey): string {
  const field = first(draft, key)
  return field === undefined ? '' : scalar(text, field)
}

function first(draft: TaskDraft, key: FieldKey): FieldDraft | undefined {
  for (const field of draft.fields) if (field.key === key) return field
  return undefined
}

/** The fields of a task that are a word, a number or a flag. */
export function simpleFields(text: string, draft: TaskDraft) {
  const kind = oneOf(text, draft, 'kind', KINDS)
  const tier = oneOf(text, draft, 'tier', TIERS)
  const isFinal = draft.id === 'final' && /^verification\b/i.test(draft.title)
  return {
    type: oneOf(text, draft, 'type', TYPES) ?? (isFinal ? 'verification' : 'work'),
    kind: kind ?? 'feature',
    ...(kind ? { kindStated: true as const } : {}),
    tier: tier ?? 'normal',
    ...(tier ? { tierStated: true as const } : {}),
    owner: fieldValue(text, draft, 'owner') || null,
    agent: fieldValue(text, draft, 'agent') || null,
    role: fieldValue(text, draft, 'role') || null,
    layer: fieldValue(text, draft, 'layer') || null,
    minutes: minutesOf(fieldValue(text, draft, 'minutes')),
    estimate: fieldValue(text, draft, 'estimate') || null,
    hold: isYes(text, draft, 'hold'),
    breaking: isYes(text, draft, 'breaking'),
    ...subPlanOf(fieldValue(text, draft, 'subPlan')),
  } as const
}

/** A path, plain or as the target of a link. */
function subPlanOf(words: string): { readonly subPlan?: string } {
  const path = (/\]\(<?([^)>]+)>?\)/.exec(words)?.[1] ?? words).trim()
  return path === '' ? {} : { subPlan: path }
}

function oneOf<T extends string>(text: string, draft: TaskDraft, key: FieldKey, known: readonly T[]): T | undefined {
  const written = fieldValue(text, draft, key)
  if (written === '') return undefined
  const word = firstWord(written)
  return known.find(name => name === word)
}

function minutesOf(words: string): number | null {
  const minutes = Number.parseFloat(words)
  return minutes > 0 && Number.isFinite(minutes) ? minutes : null
}

/** A flag that is present is true unless its value is a no. */
function isYes(text: string, draft: TaskDraft, key: FieldKey): boolean {
  const field = first(draft, key)
  return field !== undefined && !/^(?:no|none|false|off|n\/a|-+)(?![\p{L}\p{N}])/iu.test(inline(text, field.value))
}
