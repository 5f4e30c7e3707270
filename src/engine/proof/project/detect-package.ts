import { unreachable } from '../../../core/result.ts'
import { COMMAND_NAMES, COMMAND_ROWS, type CommandName, type Commands } from '../../../core/settings/commands.ts'
import { baseName, endings, hasEnding, isInFolder } from '../../../core/text/paths.ts'
import type { TreeReader } from '../../../ports.ts'
import { jsonEntries } from '../settings/json.ts'
import { objectAt, parseScripts } from '../settings/package-json.ts'
import type { ProjectFinding } from './finding.ts'

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly manager: string
  readonly needsInstall: boolean
}

const LOCKS: readonly (readonly [string, Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const SCRIPTS = COMMAND_NAMES.flatMap(name => {
  const { scripts } = COMMAND_ROWS[name]
  return scripts ? [[name, scripts] as const] : []
})
/** The test script of `npm init`, which always fails. */
const PLACEHOLDER = 'no test specified'
const TEST_FILES_READ_MAX = 20

/** npm, pnpm, yarn or bun by manifest and lock file; `node:test` tests also without a manifest. */
export async function detectPackage(tree: TreeReader): Promise<readonly ProjectFinding[]> {
  const findings: ProjectFinding[] = []
  let test: string | undefined
  if (tree.list.includes('package.json')) {
    const manifest = readManifest((await tree.readText('package.json')) ?? '', tree.list)
    const locked = LOCKS.find(([file]) => tree.list.includes(file))?.[1]
    const manager = managerOf(manifest.manager) ?? locked ?? 'npm'
    const setup = manifest.needsInstall
      ? { setup: installWith(manager, locked === manager, isBerry(manifest, tree)) }
      : {}
    const commands: Commands = { ...setup, ...scriptCommands(manifest, manager) }
    test = commands.test
    findings.push({ project: manager, commands })
  }
  if (test === undefined && (await hasNodeTests(tree))) {
    findings.push({ project: 'node:test', commands: { test: 'node --test' } })
  }
  return findings
}

/** Whether `node --test` would run this file by its name. */
export const isNodeTestName = (path: string): boolean =>
  hasEnding(path, RUN_BY_NODE) &&
  !isInFolder(path, 'node_modules') &&
  (/(^|[./_-])test\.[cm]?js$/.test(path) || baseName(path).startsWith('test-') || isInFolder(path, 'test'))

const RUN_BY_NODE = endings('js cjs mjs')

async function hasNodeTests(tree: TreeReader): Promise<boolean> {
  for (const path of tree.list.filter(isNodeTestName).slice(0, TEST_FILES_READ_MAX)) {
    if (/(from|require\(|import\(|import)\s*['"]node:test['"]/.test((await tree.readText(path)) ?? '')) return true
  }
  return false
}

/** Takes the valid parts; a broken manifest suggests nothing, and the package manager reports it. */
function readManifest(text: string, list: readonly string[]): Manifest {
  const manifest = jsonEntries(text) ?? {}
  const scripts = Object.entries(parseScripts(text)).filter(([, script]) => script.trim() !== '')
  const hasMembers = 'workspaces' in manifest || list.includes('pnpm-workspace.yaml')
  return {
    scripts: Object.fromEntries(scripts),
    manager: typeof manifest.packageManager === 'string' ? manifest.packageManager : '',
    needsInstall: hasMembers || DEPENDENCY_FIELDS.some(field => Object.keys(objectAt(manifest, field)).length > 0),
  }
}

const managerOf = (field: string): Manager | undefined =>
  (['npm', 'pnpm', 'yarn', 'bun'] as const).find(manager => field.startsWith(`${manager}@`))

/** Yarn 2 and later have other options than Yarn 1. */
const isBerry = (manifest: Manifest, tree: TreeReader): boolean =>
  tree.list.includes('.yarnrc.yml') || /^yarn@([2-9]|\d\d)/.test(manifest.manager)

/** Installs exactly the lock file; without one any matching versions, but then no install script of a package may run. */
function installWith(manager: Manager, isLocked: boolean, isBerryYarn: boolean): string {
  switch (manager) {
    case 'npm':
      return isLocked ? 'npm ci' : 'npm install --no-audit --no-fund --ignore-scripts'
    case 'pnpm':
      return isLocked ? 'pnpm install --frozen-lockfile' : 'pnpm install --no-frozen-lockfile --ignore-scripts'
    case 'yarn':
      if (isBerryYarn) return isLocked ? 'yarn install --immutable' : 'yarn install --no-immutable --mode=skip-build'
      return isLocked ? 'yarn install --frozen-lockfile' : 'yarn install --ignore-scripts'
    case 'bun':
      return isLocked ? 'bun install --frozen-lockfile' : 'bun install --ignore-scripts'
    default:
      return unreachable(manager)
  }
}

function scriptCommands({ scripts }: Manifest, manager: Manager): Commands {
  const commands: Partial<Record<CommandName, string>> = {}
  for (const [command, names] of SCRIPTS) {
    const name = names.find(candidate => scripts[candidate] !== undefined)
    if (name === undefined || scripts[name]?.includes(PLACEHOLDER)) continue
    // `bun test` and `yarn tsc` do not run the scripts of that name.
    commands[command] = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`
  }
  return commands
}
