import { closest } from '../../../core/text/closest.ts'

/** The fields of a task, by the key that the reader uses and the name that the format documents. */
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

/** What the reader calls a field. */
export type FieldKey = keyof typeof FIELDS

/** What other formats call the same thing: not read, but pointed out. */
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
/** Other names that can mean only one thing, and that one had better not be missed. */
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

/** The field that a written name stands for; capitals, blanks and dashes do not matter. */
export const fieldKey = remembered((name: string): FieldKey | null => BY_LETTERS.get(letters(name)) ?? null)

/** The documented name of a field. */
export const fieldName = (key: FieldKey): string => FIELDS[key]

/** Whether a field is one value on its line, so that what follows below is not part of it. */
export const isOneLine = (key: FieldKey): boolean => ONE_LINE.has(key)

/** The field that an unknown name was probably meant to be. */
export const meantField = remembered((name: string): FieldKey | null => {
  const written = letters(name)
  if (written.length < 3) return null
  const meant = MEANT.get(written)
  if (meant !== undefined) return meant
  const near = closest(written, [...BY_LETTERS.keys()])
  return near === null ? null : BY_LETTERS.get(near)!
})

/** A plan says the same few names thousands of times; what was found for one is kept. */
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
