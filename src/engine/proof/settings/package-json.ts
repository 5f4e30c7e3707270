/** package.json: scripts configure checks, dependencies are used by them, the rest is ordinary code. */
import { isPlainVersion } from '../change/renewals.ts'
import { jsonEntries } from './json.ts'
import {
  compareSettings,
  dropsFolder,
  type Format,
  FREE,
  isSame,
  isTable,
  type Meaning,
  type PartTable,
  type SettingsChange,
  valueAt,
} from './parts.ts'

/** Requests of a title about the parts of a manifest. */
export interface AsksFor {
  /** Other settings of this tool. */
  readonly settingsOf: (tool: string) => boolean
  /** Another version of an existing dependency. */
  readonly renewing: (name: string) => boolean
  /** Other versions of Node than before. */
  readonly otherNodes: boolean
  /** The existing commands, whatever starts them. */
  readonly commands?: readonly string[]
}
const NOTHING: AsksFor = { settingsOf: () => false, renewing: () => false, otherNodes: false }

/** The keys of packages that are installed here, and those of requirements for users of the package or of other packages. */
const INSTALLED = ['dependencies', 'devDependencies', 'optionalDependencies']
const DEPENDENCY_KEYS = [...INSTALLED, 'peerDependencies', 'overrides', 'resolutions']
/** Keys of a tool's settings; most have the name of the tool. */
const TOOLS: ReadonlySet<string> = new Set(
  'jest vitest mocha ava tap nyc c8 babel wireit xo standard prettier'.split(' '),
)
const toolOf = (key: string): string | null =>
  TOOLS.has(key) ? key : key === 'eslintConfig' || key === 'eslintIgnore' ? 'eslint' : null

/** Keys that choose programs; adding one is free, changing one is not. */
const PROGRAMS = ['packageManager', 'engines', 'volta', 'lint-staged', 'husky', 'simple-git-hooks']
/** Scripts that a package manager runs during an installation. */
const WHEN_INSTALLING = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
]

/** Null if either side is not a readable manifest: then it is protected as a whole. */
export const compareManifests = (
  baseText: string,
  candidateText: string,
  asksFor: AsksFor = NOTHING,
): SettingsChange | null => {
  const started = [...scriptsOf(baseText), ...(asksFor.commands ?? [])].join('\n')
  return compareSettings(packageFormat(asksFor, started), baseText, candidateText, asksFor.settingsOf)
}

const packageFormat = (asksFor: AsksFor, started: string): Format => ({
  parse: jsonEntries,
  write: data => `${JSON.stringify(data, null, 2)}\n`,
  meaningOf: ({ key }, base, candidate) => {
    const [top = '', name] = key
    if (top === 'scripts') return name === undefined ? FREE : scriptMeaning(name, objectAt(base, top))
    if (DEPENDENCY_KEYS.includes(top)) return name === undefined ? FREE : dependency([top, name], base, candidate)
    const setting = { is: 'setting', name: top, key: [top] } as const
    if (top === 'workspaces') return dropsWorkspace(base, candidate) ? { ...setting, tool: null } : FREE
    if (PROGRAMS.includes(top) && top in base)
      return { ...setting, tool: null, isAsked: isProgramAskedFor(top, base, candidate, asksFor) }
    const tool = toolOf(top)
    const isUsed = tool !== null && (top in base || new RegExp(`\\b${tool}\\b`).test(started))
    return isUsed ? { ...setting, tool } : FREE
  },
})

/** A changed script, or a new one that runs by itself: `pretest` runs with the existing `test`, and so affects it. */
function scriptMeaning(name: string, known: PartTable): Meaning {
  const affects = [name, name.replace(/^(pre|post)/, '')].some(script => Object.hasOwn(known, script))
  return affects || WHEN_INSTALLING.includes(name) ? { is: 'script', name } : FREE
}

function dependency(key: readonly [string, string], base: PartTable, candidate: PartTable): Meaning {
  const [before, after] = [valueAt(base, key), valueAt(candidate, key)]
  // One that is in another list of the base is neither new nor renewed.
  const isElsewhere = before === undefined && DEPENDENCY_KEYS.some(list => Object.hasOwn(objectAt(base, list), key[1]))
  const mayNarrow = INSTALLED.includes(key[0])
  return { is: 'dependency', names: [{ name: key[1], before, after: isElsewhere ? {} : after, mayNarrow }] }
}

/** Whether it is the same package manager in another version, or only other versions of Node. */
function isProgramAskedFor(key: string, base: PartTable, candidate: PartTable, asksFor: AsksFor): boolean {
  if (key === 'packageManager') {
    const [before, after] = [base, candidate].map(json => /^([\w-]+)@\d[\w.+-]*$/.exec(String(json[key]))?.[1])
    return before !== undefined && before === after && asksFor.renewing(before)
  }
  if (key !== 'engines' || !asksFor.otherNodes) return false
  const [before, after] = [objectAt(base, key), objectAt(candidate, key)]
  return isPlainVersion(after.node) && isSame({ ...before, node: null }, { ...after, node: null })
}

/** Adding a package is ordinary work; removing one means that its tests no longer run. */
const dropsWorkspace = (base: PartTable, candidate: PartTable): boolean =>
  dropsFolder(workspacesIn(base), workspacesIn(candidate))

/** The patterns of a manifest's workspaces. */
export function workspacesIn(json: PartTable): readonly unknown[] {
  const value = Array.isArray(json.workspaces) ? json.workspaces : objectAt(json, 'workspaces').packages
  return Array.isArray(value) ? value : []
}

/** Whether an entry of a manifest is a script that nothing starts by itself, and that was not there before. */
export function isNewScript([top, name, ...rest]: readonly string[], base: PartTable): boolean {
  if (top !== 'scripts' || name === undefined || rest.length > 0) return false
  return scriptMeaning(name, objectAt(base, 'scripts')) === FREE
}

/** A manifest's scripts by name; none if it cannot be parsed. */
export const parseScripts = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(jsonEntries(text) ?? {}, 'scripts')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The package name of a manifest; null if it has none. */
export const nameIn = (text: string): string | null => {
  const { name } = jsonEntries(text) ?? {}
  return typeof name === 'string' ? name : null
}

/** The commands that a manifest's scripts start; none if it cannot be parsed. */
export const scriptsOf = (text: string): readonly string[] => Object.values(parseScripts(text))

/** The table at a key of a manifest; empty if there is none. */
export function objectAt(json: PartTable, key: string): PartTable {
  const value = json[key]
  return isTable(value) ? value : {}
}
