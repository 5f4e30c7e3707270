/** package.json: scripts configure checks, dependencies are used by them, the rest is ordinary code. */
import { isNarrower, isPlainVersion } from '../change/renewals.ts'
import { dropsFolder, isSame, isTable, type PartTable, type SettingsChange, withParts } from './parts.ts'

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

const DEPENDENCY_KEYS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
]
/** The keys of packages that are installed here, not of requirements for users of the package. */
const INSTALLED: ReadonlySet<string> = new Set(['dependencies', 'devDependencies', 'optionalDependencies'])
/** Keys of a tool's settings, with the word that starts the tool in a script. */
const SETTINGS: Readonly<Record<string, string>> = {
  jest: 'jest',
  vitest: 'vitest',
  mocha: 'mocha',
  ava: 'ava',
  tap: 'tap',
  nyc: 'nyc',
  c8: 'c8',
  babel: 'babel',
  wireit: 'wireit',
  xo: 'xo',
  standard: 'standard',
  prettier: 'prettier',
  eslintConfig: 'eslint',
  eslintIgnore: 'eslint',
}
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
export function compareManifests(
  baseText: string,
  candidateText: string,
  asksFor: AsksFor = NOTHING,
): SettingsChange | null {
  const base = parse(baseText)
  const candidate = parse(candidateText)
  if (!base || !candidate) return null
  const baseScripts = objectAt(base, 'scripts')
  const candidateScripts = objectAt(candidate, 'scripts')
  const changed = Object.keys(baseScripts).filter(name => baseScripts[name] !== candidateScripts[name])
  const hooks = Object.keys(candidateScripts).filter(
    name => !Object.hasOwn(baseScripts, name) && isHook(name, baseScripts),
  )
  const started = [...scriptsOf(baseText), ...(asksFor.commands ?? [])].join('\n')
  const touched = Object.keys(SETTINGS).filter(
    key => !isSame(base[key], candidate[key]) && (key in base || new RegExp(`\\b${SETTINGS[key]}\\b`).test(started)),
  )
  const programs = PROGRAMS.filter(key => key in base && !isSame(base[key], candidate[key]))
  const asked = [
    ...touched.filter(key => asksFor.settingsOf(SETTINGS[key]!)),
    ...programs.filter(key => isProgramAskedFor(key, base, candidate, asksFor)),
  ]
  const settings = [
    ...[...touched, ...programs].filter(key => !asked.includes(key)),
    ...(dropsWorkspace(base, candidate) ? ['workspaces'] : []),
  ]
  const touchedAt = (key: string) => {
    const [before, after] = [objectAt(base, key), objectAt(candidate, key)]
    return Object.keys(after).filter(name => !isSame(after[name], before[name]))
  }
  const isNarrowed = (name: string) =>
    DEPENDENCY_KEYS.every(key => {
      const [before, after] = [objectAt(base, key)[name], objectAt(candidate, key)[name]]
      return isSame(before, after) || (INSTALLED.has(key) && isNarrower(before, after))
    })
  const [narrowed, dependencies] = parted([...new Set(DEPENDENCY_KEYS.flatMap(touchedAt))], isNarrowed)
  const renewed = dependencies.filter(name =>
    DEPENDENCY_KEYS.every(key => {
      const [before, after] = [objectAt(base, key), objectAt(candidate, key)]
      return isSame(after[name], before[name]) || isRenewed(before[name], after[name])
    }),
  )
  const brought = dependencies.filter(name =>
    DEPENDENCY_KEYS.every(key => {
      const after = objectAt(candidate, key)[name]
      return objectAt(base, key)[name] === undefined && (after === undefined || isPlainVersion(after))
    }),
  )
  const scripts = [...changed, ...hooks]
  const keys = [...scripts.map(name => ['scripts', name]), ...settings.map(name => [name])]
  const restored = keys.length === 0 ? candidateText : `${JSON.stringify(withParts(candidate, base, keys), null, 2)}\n`
  return {
    scripts,
    settings,
    ...(asked.length > 0 ? { asked } : {}),
    dependencies,
    ...(renewed.length > 0 ? { renewed } : {}),
    ...(brought.length > 0 ? { brought } : {}),
    ...(narrowed.length > 0 ? { narrowed } : {}),
    restored,
  }
}

const parted = (names: readonly string[], is: (name: string) => boolean) =>
  [names.filter(is), names.filter(name => !is(name))] as const

const isRenewed = (before: unknown, after: unknown): boolean =>
  before !== undefined && (after === undefined || isPlainVersion(after))

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
function dropsWorkspace(base: PartTable, candidate: PartTable): boolean {
  const listed = (json: PartTable): readonly unknown[] => {
    const value = Array.isArray(json.workspaces) ? json.workspaces : objectAt(json, 'workspaces').packages
    return Array.isArray(value) ? value : []
  }
  return dropsFolder(listed(base), listed(candidate))
}

/** Whether an entry of a manifest is a script that nothing starts by itself, and that was not there before. */
export function isNewScript([top, name, ...rest]: readonly string[], base: PartTable): boolean {
  const scripts = objectAt(base, 'scripts')
  if (top !== 'scripts' || name === undefined || rest.length > 0) return false
  return !Object.hasOwn(scripts, name) && !isHook(name, scripts)
}

/** A new `pretest` runs with the existing `test`, and so affects it. */
const isHook = (name: string, baseScripts: PartTable): boolean =>
  WHEN_INSTALLING.includes(name) || Object.hasOwn(baseScripts, name.replace(/^(pre|post)/, ''))

/** A manifest's scripts by name; none if it cannot be parsed. */
export const parseScripts = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(parse(text) ?? {}, 'scripts')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The package name of a manifest; null if it has none. */
export const nameIn = (text: string): string | null => {
  const { name } = parse(text) ?? {}
  return typeof name === 'string' ? name : null
}

/** The commands that a manifest's scripts start; none if it cannot be parsed. */
export const scriptsOf = (text: string): readonly string[] =>
  Object.values(objectAt(parse(text) ?? {}, 'scripts')).filter(script => typeof script === 'string')

function parse(text: string): PartTable | null {
  // Asked of every tree, also where there is no manifest.
  if (text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    return isTable(value) ? value : null
  } catch {
    return null
  }
}

function objectAt(json: PartTable, key: string): PartTable {
  const value = json[key]
  return isTable(value) ? value : {}
}
