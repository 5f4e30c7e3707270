import { closest } from '../../../core/text/closest.ts'

/** The fields of a task: the reader's key and the documented name. */
const FIELDS = {
  type: 'Type',
  tools: 'Required Tools',
  inputs: 'Inputs',
  outputs: 'Outputs',
  steps: 'Steps',
  mustNot: 'Must NOT do',
  references: 'References',
  criteria: 'Acceptance Criteria',
  kind: 'Kind',
  tier: 'Tier',
  needs: 'Needs',
  owner: 'Owner',
  layer: 'Layer',
  role: 'Role',
  agent: 'Agent',
  files: 'Files',
  tests: 'Tests',
  hidden: 'Hidden',
  commands: 'Commands',
  gates: 'Gates',
  nonGoals: 'Non-goals',
  interfaces: 'Interfaces',
  reference: 'Reference',
  minutes: 'Minutes',
  estimate: 'Estimate',
  subPlan: 'Sub-plan',
  hold: 'Hold',
  breaking: 'Breaking',
  allow: 'Allow',
} as const

/** The reader's key of a field. */
export type FieldKey = keyof typeof FIELDS

/** Names of the same fields in other formats: not read, but reported. */
const MEANT: ReadonlyMap<string, FieldKey> = new Map<string, FieldKey>(
  Object.entries({
    dependencies: 'needs',
    tools: 'tools',
    criteria: 'criteria',
    definitionofdone: 'criteria',
    donewhen: 'criteria',
    test: 'tests',
    command: 'commands',
    priority: 'tier',
  } as const),
)

const REMEMBERED_MAX = 2000

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Unambiguous synonyms of fields that must not be missed. */
const SYNONYMS: readonly (readonly [string, FieldKey])[] = [
  ['dependson', 'needs'],
  ['blockedby', 'needs'],
]
const BY_LETTERS = new Map<string, FieldKey>([
  ...Object.entries(FIELDS).map(([key, name]) => [letters(name), key as FieldKey] as const),
  ...SYNONYMS,
])
const ONE_LINE: ReadonlySet<FieldKey> = new Set<FieldKey>([
  'type',
  'kind',
  'tier',
  'owner',
  'layer',
  'role',
  'agent',
  'minutes',
  'estimate',
  'hold',
  'breaking',
])

/** The field for a written name; case, blanks and dashes are ignored. */
export const fieldKey = remembered((name: string): FieldKey | null => BY_LETTERS.get(letters(name)) ?? null)

/** The documented name of a field. */
export const fieldName = (key: FieldKey): string => FIELDS[key]

/** Whether a field is a single value on its line, so that the following lines are not part of it. */
export const isOneLine = (key: FieldKey): boolean => ONE_LINE.has(key)

/** The field that an unknown name was probably meant to be. */
export const meantField = remembered((name: string): FieldKey | null => {
  const written = letters(name)
  const meant = MEANT.get(written)
  if (meant !== undefined) return meant
  // `Step 2` is a number, no typo, and a shorter name is near to too many others.
  if (written.length < 4 || /\d/.test(written)) return null
  const near = closest(written, [...BY_LETTERS.keys()])
  return near === null ? null : BY_LETTERS.get(near)!
})

/** Cache: a plan repeats the same few names thousands of times. */
function remembered<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return name => {
    let found = known.get(name)
    if (found === undefined) {
      if (known.size >= REMEMBERED_MAX) known.clear()
      found = find(name)
      known.set(name, found)
    }
    return found
  }
}
