/**
 * A settings file is a map from part to value, read by the parser of its format. Each kind of file defines the meaning of
 * its parts; comparing two files and restoring parts of the base exists once, here.
 */
import { isNarrower, isPlainVersion } from '../change/renewals.ts'

/** A parsed file: nested tables, lists and plain values. */
export type PartTable = Readonly<Record<string, unknown>>

/** The path of names to a part: `['tool', 'pytest', 'ini_options', 'addopts']`. */
export type PartKey = readonly string[]

/** A part that differs between two files; undefined if a file does not have it. */
export interface PartChange {
  readonly key: PartKey
  readonly before: unknown
  readonly after: unknown
}

/** The meaning of a changed part: ordinary code, a script, settings of a tool, or dependencies by name. */
export type Meaning =
  | { readonly is: 'free' }
  | { readonly is: 'script'; readonly name: string }
  | {
      readonly is: 'setting'
      readonly name: string
      readonly tool: string | null
      /** The part to restore, if it is a larger one. */
      readonly key?: PartKey
      /** The task asks for this change. */
      readonly isAsked?: boolean
    }
  | { readonly is: 'dependency'; readonly names: readonly Dependency[] }

/** A dependency with the versions before and after; undefined if it is not listed. */
export interface Dependency {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
  /** False for a requirement of others: a narrower range is another one. */
  readonly mayNarrow?: boolean
}

/** The changes of a settings file, by the meaning of its parts. */
export interface SettingsChange {
  /** Changed or removed scripts of the base, and new hooks of existing scripts. */
  readonly scripts: readonly string[]
  /** Settings of runners and linters that were changed, or added for a tool that already runs. */
  readonly settings: readonly string[]
  /** Settings that were changed because the task asks for it. */
  readonly asked?: readonly string[]
  /** Dependencies that were added or changed. */
  readonly dependencies: readonly string[]
  /** Existing dependencies that only have another version; none if that is unknown. */
  readonly renewed?: readonly string[]
  /** Not among them: dependencies with a narrower range than before. */
  readonly narrowed?: readonly string[]
  /** New dependencies from a registry under their own name. */
  readonly brought?: readonly string[]
  /** The candidate's file with the base's scripts and settings. */
  readonly restored: string
}

export const FREE: Meaning = { is: 'free' }

/** Parser, writer and meaning of the parts of one kind of file. */
export interface Format {
  /** Null for a text that its parser rejects. */
  readonly parse: (text: string) => PartTable | null
  readonly write: (data: PartTable) => string
  readonly meaningOf: (change: PartChange, base: PartTable, candidate: PartTable) => Meaning
}

/** The changes between two files by meaning; null if either does not parse, so that all of it counts as changed. */
export function compareSettings(
  format: Format,
  baseText: string,
  candidateText: string,
  isAsked: (tool: string) => boolean = () => false,
): SettingsChange | null {
  const [base, candidate] = [format.parse(baseText), format.parse(candidateText)]
  if (!base || !candidate) return null
  const [scripts, settings, asked, keys] = [new Set<string>(), new Set<string>(), new Set<string>(), [] as PartKey[]]
  const dependencies: Dependency[] = []
  for (const change of differingParts(base, candidate)) {
    const meaning = format.meaningOf(change, base, candidate)
    if (meaning.is === 'dependency') dependencies.push(...meaning.names)
    if (meaning.is === 'dependency' || meaning.is === 'free') continue
    if (meaning.is === 'setting' && (meaning.isAsked || (meaning.tool !== null && isAsked(meaning.tool))))
      asked.add(meaning.name)
    else {
      ;(meaning.is === 'script' ? scripts : settings).add(meaning.name)
      keys.push((meaning.is === 'setting' && meaning.key) || change.key)
    }
  }
  return {
    scripts: [...scripts],
    settings: [...settings],
    ...(asked.size > 0 ? { asked: [...asked] } : {}),
    ...sorted(dependencies),
    restored: keys.length === 0 ? candidateText : format.write(withParts(candidate, base, keys)),
  }
}

/** Dependencies by kind of change; all changes of one have to be of that kind, and a removed one needs no permission. */
function sorted(all: readonly Dependency[]) {
  const touched = [...new Set(all.filter(({ after }) => after !== undefined).map(({ name }) => name))]
  const every = (name: string, is: (one: Dependency) => boolean) => all.every(one => one.name !== name || is(one))
  const narrowed = touched.filter(name =>
    every(name, ({ before, after, mayNarrow = true }) => mayNarrow && isNarrower(before, after)),
  )
  const dependencies = touched.filter(name => !narrowed.includes(name))
  const renewed = dependencies.filter(name =>
    every(name, ({ before, after }) => before !== undefined && (after === undefined || isFromRegistry(after))),
  )
  const brought = dependencies.filter(name =>
    every(name, ({ before, after }) => before === undefined && isFromRegistry(after)),
  )
  return {
    dependencies,
    ...(renewed.length > 0 ? { renewed } : {}),
    ...(brought.length > 0 ? { brought } : {}),
    ...(narrowed.length > 0 ? { narrowed } : {}),
  }
}

/** A plain version, or one with features: not a local path or an address. */
const isFromRegistry = (version: unknown): boolean =>
  isPlainVersion(version) ||
  (isTable(version) &&
    isPlainVersion(version.version) &&
    Object.keys(version).every(key =>
      ['version', 'features', 'extras', 'optional', 'default-features', 'markers', 'python'].includes(key),
    ))

/** Every part that differs, by its key; tables are compared recursively, a list is one part. */
export function differingParts(base: PartTable, candidate: PartTable): readonly PartChange[] {
  const [before, after] = [partsOf(base), partsOf(candidate)]
  const keys = new Map([...before, ...after].map(([id, part]) => [id, part.key]))
  return [...keys].flatMap(([id, key]) => {
    const [was, is] = [before.get(id)?.value, after.get(id)?.value]
    return isSame(was, is) ? [] : [{ key, before: was, after: is }]
  })
}

/** Whether two values are the same, whatever the order of their keys. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

function ordered(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return value.map(ordered)
  if (!isTable(value)) return value
  return Object.keys(value)
    .sort()
    .map(key => [key, ordered(value[key])])
}

interface Part {
  readonly key: PartKey
  readonly value: unknown
}

function partsOf(table: PartTable, above: PartKey = [], found = new Map<string, Part>()): ReadonlyMap<string, Part> {
  for (const [name, value] of Object.entries(table)) {
    const key = [...above, name]
    if (isTable(value) && Object.keys(value).length > 0) partsOf(value, key, found)
    else found.set(JSON.stringify(key), { key, value })
  }
  return found
}

/** The candidate with the base's values of these parts; a part that the base does not have is removed. */
function withParts(candidate: PartTable, base: PartTable, keys: readonly PartKey[]): PartTable {
  const result = copyOf(candidate)
  // First remove parts that block the restored ones.
  for (const key of keys) if (valueAt(base, key) === undefined) remove(result, key)
  for (const key of keys) if (valueAt(base, key) !== undefined) put(result, key, valueAt(base, key))
  return result
}

const copyOf = (table: PartTable): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, isTable(value) ? copyOf(value) : value]))

/** The value at a key; undefined if there is none. */
export function valueAt(table: PartTable, key: PartKey): unknown {
  let value: unknown = table
  for (const name of key) value = isTable(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

function remove(table: Record<string, unknown>, key: PartKey): void {
  const above = valueAt(table, key.slice(0, -1))
  if (isTable(above)) delete (above as Record<string, unknown>)[key.at(-1)!]
}

function put(table: Record<string, unknown>, key: PartKey, value: unknown): void {
  let at = table
  for (const name of key.slice(0, -1)) {
    if (!isTable(at[name])) at[name] = {}
    at = at[name] as Record<string, unknown>
  }
  at[key.at(-1)!] = value
}

export const isTable = (value: unknown): value is PartTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** The new entries of a list. */
export function newEntries(before: unknown, after: unknown): readonly unknown[] {
  const known = new Set(listOf(before).map(entry => JSON.stringify(ordered(entry))))
  return listOf(after).filter(entry => !known.has(JSON.stringify(ordered(entry))))
}

/** Whether a list of folders covers less: adding one is ordinary work, the tests of a removed one no longer run. */
export const dropsFolder = (before: unknown, after: unknown): boolean =>
  newEntries(after, before).length > 0 || newEntries(before, after).some(entry => String(entry).startsWith('!'))

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
