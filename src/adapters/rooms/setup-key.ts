import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { baseName } from '../../core/text/paths.ts'
import { findProgram } from '../process/shell.ts'

/** Names of files that define the packages of a setup, in any folder. */
const MANIFEST =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.cjs|schema\.prisma|[\w.-]*requirements[\w.-]*\.(txt|in)|constraints[\w.-]*\.txt|pyproject\.toml|setup\.(py|cfg)|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(\.lock)?|environment\.ya?ml|Cargo\.(toml|lock)|rust-toolchain(\.toml)?|go\.(mod|sum|work)|Gemfile(\.lock)?|\.ruby-version|composer\.(json|lock)|mix\.(exs|lock)|Podfile(\.lock)?|pubspec\.(yaml|lock)|\.tool-versions|\.nvmrc|\.node-version|\.python-version|Makefile|justfile)$/
/** Folders whose whole content counts, because it patches the packages. */
const PATCHES = /(^|\/)(patches|\.yarn\/patches)\//
const NOT_ENTERED = new Set(['.git', 'node_modules', '.venv'])

/** Inputs of a setup besides the files of its folder. */
export interface SetupSurroundings {
  /** Versions, platform and variables, as one text. */
  readonly environment: string
  /** The search path of its programs. */
  readonly searchPath: string
}

/** Two folders with the same key get the same result from a setup command. */
export function setupKey(dir: string, command: string, around: SetupSurroundings): string {
  const words = command.split(/[\s;&|()<>'"=]+/).filter(Boolean)
  const programs = [...new Set(['node', 'python3', ...words])].map(word => programMark(word, around.searchPath))
  const hash = createHash('sha256').update(JSON.stringify(['1', command, around.environment, programs]))
  const named = new Set(words.map(word => normalize(word)))
  // A script that the command names is a part of the command.
  for (const path of filesIn(dir).filter(file => named.has(file) || isSetupManifest(file)))
    hash.update(`\0${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(dir, path)))
        .digest(),
    )
  return hash.digest('hex')
}

export const isSetupManifest = (path: string): boolean => MANIFEST.test(baseName(path)) || PATCHES.test(path)

/** Identifies a program by its real path and its times: a version command would start it. */
function programMark(name: string, searchPath: string): readonly (string | number)[] {
  const found = /^[\w.+-]+$/.test(name) ? findProgram(name, searchPath) : null
  if (found === null) return []
  const real = realpathSync(found)
  const { size, mtimeMs } = statSync(real)
  return [name, real, size, mtimeMs]
}

function filesIn(dir: string): readonly string[] {
  const files: string[] = []
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) files.push(path)
      else if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) open.push(path)
    }
  return files.sort()
}
