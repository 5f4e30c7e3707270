/** Manifests in TOML: pyproject.toml of Python and Cargo.toml of Rust. */

import { parse, stringify } from 'smol-toml'
import { baseName } from '../../../core/text/paths.ts'
import { literal } from '../../../core/text/pattern.ts'
import {
  compareSettings,
  type Dependency,
  dropsFolder,
  type Format,
  FREE,
  isTable,
  type Meaning,
  newEntries,
  type PartChange,
  type PartKey,
  type PartTable,
  type SettingsChange,
  valueAt,
} from './parts.ts'

export const isTomlManifest = (path: string): boolean => ['pyproject.toml', 'Cargo.toml'].includes(baseName(path))

/** `started` are the existing commands: settings of a tool that none of them starts are its first ones. */
export const compareTomlManifests = (
  baseText: string,
  candidateText: string,
  started: string,
  isAsked: (tool: string) => boolean = () => false,
): SettingsChange | null => compareSettings(tomlFormat(started), baseText, candidateText, isAsked)

const tomlFormat = (started: string): Format => ({
  parse: parseToml,
  write: data => stringify(data, { numbersAsFloat: true }),
  meaningOf: (change, base) => dependencyMeaning(change) ?? settingMeaning(change, base, started) ?? FREE,
})

/** The data of a TOML text; null if it does not parse. */
export function parseToml(text: string): PartTable | null {
  try {
    // Integers as bigint, so that `1` and `1.0` stay different when they are written again.
    return parse(text, { integersAsBigInt: true })
  } catch {
    return null
  }
}

const DEPENDENCY_TABLES: ReadonlySet<string> = new Set(['dependencies', 'dev-dependencies', 'build-dependencies'])
/** Other keys that list packages, or replace their source. */
const DEPENDENCY_KEYS: readonly PartKey[] = [
  ['project', 'optional-dependencies'],
  ['dependency-groups'],
  ['tool', 'uv', 'sources'],
  ['tool', 'uv', 'index'],
  ['patch'],
  ['replace'],
]

/** Dependencies in the formats of Cargo, Python and its tools. */
function dependencyMeaning({ key, before, after }: PartChange): Meaning | null {
  const at = key.findIndex(name => DEPENDENCY_TABLES.has(name))
  const listed = at >= 0 ? at + 1 : (DEPENDENCY_KEYS.find(start => isBelow(key, start))?.length ?? 0)
  if (listed === 0) return null
  if (Array.isArray(after) || Array.isArray(before)) return { is: 'dependency', names: requirements(before, after) }
  const name = key[listed] ?? key.at(-1)!
  // A change inside `serde = { version = "1", … }` is a change of serde as a whole, except for its version.
  const isDeeper = key.length > listed + 1 && key.at(-1) !== 'version'
  return { is: 'dependency', names: [{ name, before, after: isDeeper && after !== undefined ? {} : after }] }
}

/** `"click>=8"` of a list: the whole text is the name of a new entry. */
const requirements = (before: unknown, after: unknown): readonly Dependency[] =>
  newEntries(before, after).map(entry => ({
    name: typeof entry === 'string' ? entry : JSON.stringify(entry),
    before: undefined,
    after: typeof entry === 'string' && !/:\/\/|@/.test(entry) ? '0' : {},
  }))

/** Tables with the configuration of builds and checks. */
const SETTINGS: readonly PartKey[] = [
  ['build-system'],
  ['profile'],
  ['lints'],
  ['workspace', 'lints'],
  ['test'],
  ['bench'],
  ['workspace', 'exclude'],
  ['workspace', 'default-members'],
  ['package', 'autotests'],
  ['package', 'autobenches'],
  ['lib', 'test'],
  ['lib', 'doctest'],
  ['lib', 'harness'],
]
/** Tools that only name, build and announce releases. */
const OF_RELEASES: ReadonlySet<string> = new Set(
  'cibuildwheel bumpversion bumpver tbump towncrier scriv commitizen semantic_release git-cliff'.split(' '),
)
/** Keys with which Poetry describes a package. */
const ABOUT_THE_PACKAGE: ReadonlySet<string> = new Set(
  'name version description authors maintainers license readme keywords classifiers urls'.split(' '),
)

function settingMeaning({ key, before, after }: PartChange, base: PartTable, started: string): Meaning | null {
  const name = (key.length > 1 ? key.slice(0, -1) : key).join('.')
  if (key[0] === 'tool') return toolMeaning(key, name, { base, started })
  if (isBelow(key, ['workspace', 'members']))
    return dropsFolder(before, after) ? { is: 'setting', name: 'workspace.members', tool: null } : null
  const table = SETTINGS.find(start => isBelow(key, start))
  if (!table) return null
  return { is: 'setting', name: key.length > table.length ? name : table.join('.'), tool: null }
}

function toolMeaning(
  key: PartKey,
  name: string,
  on: { readonly base: PartTable; readonly started: string },
): Meaning | null {
  const tool = key[1]
  if (tool === undefined) return { is: 'setting', name, tool: null }
  if (OF_RELEASES.has(tool) || (tool === 'poetry' && ABOUT_THE_PACKAGE.has(key[2] ?? ''))) return null
  const isThere = isTable(valueAt(on.base, key.slice(0, -1))) || valueAt(on.base, key) !== undefined
  const isStarted = new RegExp(`(?<![\\w-])${literal(tool)}(?![\\w-])`).test(on.started)
  return isThere || isStarted ? { is: 'setting', name, tool } : null
}

const isBelow = (key: PartKey, start: PartKey): boolean => start.every((name, at) => key[at] === name)
