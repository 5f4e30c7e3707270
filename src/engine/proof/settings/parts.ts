/**
 * A settings file is a map from part to value, as the parser of its format reads it. What a part means is said by each
 * kind of file; comparing two files and putting parts of the base back is done here, once for all of them.
 */
import { isNarrower, isPlainVersion } from '../change/renewals.ts'

/** What a parser makes of a file: tables in tables, lists and plain values. */
export type PartTable = Readonly<Record<string, unknown>>

/** The names on the way to a part: `['tool', 'pytest', 'ini_options', 'addopts']`. */
export type PartKey = readonly string[]

/** A part that is not the same in both files; undefined where a file does not have it. */
export interface PartChange {
  readonly key: PartKey
  readonly before: unknown
  readonly after: unknown
}

/** What a changed part is: ordinary code, the settings of a tool, or other dependencies by their names. */
export type Meaning =
  | { readonly is: 'free' }
  | { readonly is: 'setting'; readonly name: string; readonly tool: string | null }
  | { readonly is: 'dependency'; readonly names: readonly Dependency[] }

/** A dependency with the versions before and after; undefined where it is not listed. */
export interface Dependency {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** What happened to a settings file, by the meaning of its parts. */
export interface SettingsChange {
  /** Scripts of the base that were changed or removed, and new ones that run by themselves around others. */
  readonly scripts: readonly string[]
  /** Settings of runners and linters, changed or brought to one that runs already. */
  readonly settings: readonly string[]
  /** Settings that were changed as well, because the task asks for it. */
  readonly asked?: readonly string[]
  /** Dependencies that were added or changed. */
  readonly dependencies: readonly string[]
  /** Those of them that were there before and only have another version; none where that cannot be told. */
  readonly renewed?: readonly string[]
  /** Not among them: what may still only be what it might have been before. */
  readonly narrowed?: readonly string[]
  /** Those of them that are new and come out of a registry by their own name. */
  readonly brought?: readonly string[]
  /** The candidate's file with the base's scripts and settings put back. */
  readonly restored: string
}

export const FREE: Meaning = { is: 'free' }

/** How one kind of file is read and written, and what its parts mean. */
export interface Format {
  /** Null for a text that its parser refuses. */
  readonly parse: (text: string) => PartTable | null
  readonly write: (data: PartTable) => string
  readonly meaningOf: (change: PartChange, base: PartTable) => Meaning
}

/** What changed between two files by its meaning; null where either does not parse, so that all of it counts as changed. */
export function compareSettings(
  format: Format,
  baseText: string,
  candidateText: string,
  isAsked: (tool: string) => boolean = () => false,
): SettingsChange | null {
  const [base, candidate] = [format.parse(baseText), format.parse(candidateText)]
  if (!base || !candidate) return null
  const found = changedParts(base, candidate).map(change => ({ change, meaning: format.meaningOf(change, base) }))
  const [settings, asked, keys] = [new Set<string>(), new Set<string>(), [] as PartKey[]]
  const dependencies: Dependency[] = []
  for (const { change, meaning } of found) {
    if (meaning.is === 'dependency') dependencies.push(...meaning.names)
    if (meaning.is !== 'setting') continue
    if (meaning.tool !== null && isAsked(meaning.tool)) asked.add(meaning.name)
    else {
      settings.add(meaning.name)
      keys.push(change.key)
    }
  }
  return {
    scripts: [],
    settings: [...settings],
    ...(asked.size > 0 ? { asked: [...asked] } : {}),
    ...sorted(dependencies),
    restored: keys.length === 0 ? candidateText : format.write(withParts(candidate, base, keys)),
  }
}

/** Dependencies by what happened to them; one that is only taken out is nobody's question. */
function sorted(all: readonly Dependency[]) {
  const touched = all.filter(({ after }) => after !== undefined)
  const names = (those: readonly Dependency[]) => [...new Set(those.map(({ name }) => name))]
  const narrowed = touched.filter(({ before, after }) => isNarrower(before, after))
  const rest = touched.filter(one => !narrowed.includes(one))
  const renewed = rest.filter(({ before, after }) => before !== undefined && isFromRegistry(after))
  const brought = rest.filter(({ before, after }) => before === undefined && isFromRegistry(after))
  return {
    dependencies: names(rest),
    ...(renewed.length > 0 ? { renewed: names(renewed) } : {}),
    ...(brought.length > 0 ? { brought: names(brought) } : {}),
    ...(narrowed.length > 0 ? { narrowed: names(narrowed) } : {}),
  }
}

/** A version alone, or with features: no place on this machine and no address. */
const isFromRegistry = (version: unknown): boolean =>
  isPlainVersion(version) ||
  (isTable(version) &&
    isPlainVersion(version.version) &&
    Object.keys(version).every(key =>
      ['version', 'features', 'extras', 'optional', 'default-features', 'markers', 'python'].includes(key),
    ))

/** Every part that is not the same in both, by its key; tables are looked into, lists are one part. */
function changedParts(base: PartTable, candidate: PartTable): readonly PartChange[] {
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

/** The candidate with the base's values of these parts; a part that the base does not have is taken out. */
export function withParts(candidate: PartTable, base: PartTable, keys: readonly PartKey[]): PartTable {
  const result = copyOf(candidate)
  // First what is in the way of what comes back.
  for (const key of keys) if (valueAt(base, key) === undefined) remove(result, key)
  for (const key of keys) if (valueAt(base, key) !== undefined) put(result, key, valueAt(base, key))
  return result
}

const copyOf = (table: PartTable): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, isTable(value) ? copyOf(value) : value]))

/** The value at a key; undefined where there is none. */
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

/** The entries that a list has and did not have. */
export function newEntries(before: unknown, after: unknown): readonly unknown[] {
  const known = new Set(listOf(before).map(entry => JSON.stringify(ordered(entry))))
  return listOf(after).filter(entry => !known.has(JSON.stringify(ordered(entry))))
}

/** Whether a list of folders covers less: one more is ordinary work, with one less its tests are not run any more. */
export const dropsFolder = (before: unknown, after: unknown): boolean =>
  newEntries(after, before).length > 0 || newEntries(before, after).some(entry => String(entry).startsWith('!'))

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
