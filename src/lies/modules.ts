import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runChild } from '../adapters/process/child.ts'
import { findProgram } from '../adapters/process/shell.ts'
import { err, ok, type Result } from '../core/result.ts'

/** A folder for use as `node_modules`: the project's own packages in a clone, installed once elsewhere. */
export async function findModules(
  wanted: string,
  place: { readonly ownRoot: string; readonly cacheDir: string; readonly env: NodeJS.ProcessEnv },
): Promise<Result<string, string>> {
  const [name, version] = splitVersion(wanted)
  const folder = join(place.cacheDir, `lies-${wanted.replace(/[^\w.@-]/g, '-')}`)
  if (existsSync(join(folder, name, 'package.json'))) return ok(folder)
  const own = join(place.ownRoot, 'node_modules')
  mkdirSync(place.cacheDir, { recursive: true })
  const aside = mkdtempSync(join(place.cacheDir, 'making-'))
  try {
    if (versionOf(own, name) === version) copyWithDependencies(own, name, join(aside, 'node_modules'))
    else {
      const problem = await install(wanted, aside, place.env)
      if (problem) return err(problem)
    }
    renameSync(join(aside, 'node_modules'), folder)
    return ok(folder)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function splitVersion(wanted: string): readonly [string, string] {
  const at = wanted.lastIndexOf('@')
  return [wanted.slice(0, at), wanted.slice(at + 1)]
}

interface Manifest {
  readonly version: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

function manifestOf(modules: string, name: string): Manifest | null {
  const file = join(modules, name, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null
}

const versionOf = (modules: string, name: string): string | null => manifestOf(modules, name)?.version ?? null

/** A package with its dependencies as installed: all of ours are side by side. */
function copyWithDependencies(from: string, name: string, to: string): void {
  const wanted = [name]
  linkPrograms(from, name, to)
  const taken = new Set<string>()
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const manifest = manifestOf(from, next)
    if (taken.has(next) || !manifest) continue
    taken.add(next)
    mkdirSync(dirname(join(to, next)), { recursive: true })
    cpSync(join(from, next), join(to, next), { recursive: true, verbatimSymlinks: true })
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest
    wanted.push(...Object.keys({ ...dependencies, ...optionalDependencies }))
    wanted.push(...Object.keys(peerDependencies ?? {}).filter(peer => !peerDependenciesMeta?.[peer]?.optional))
  }
}

/** Its programs, where npm would put them. */
function linkPrograms(from: string, name: string, to: string): void {
  const { bin = {} } = manifestOf(from, name)!
  mkdirSync(join(to, '.bin'), { recursive: true })
  for (const [program, path] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin))
    symlinkSync(join('..', name, path), join(to, '.bin', program))
}

const INSTALL_MS_MAX = 180_000

async function install(wanted: string, into: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const npm = findProgram('npm', env.PATH ?? '')
  if (!npm) return 'npm is not installed'
  const outputDir = mkdtempSync(join(tmpdir(), 'pm-agent-lies-npm-'))
  try {
    const { ending } = await runChild(
      {
        file: npm,
        args: ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', into, wanted],
        cwd: into,
        env: Object.fromEntries(
          Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ),
        wallMs: INSTALL_MS_MAX,
        idleMs: null,
        outputBytesMax: 1024 * 1024,
        outputFile: join(outputDir, 'output'),
        token: `lies-${process.pid}`,
        graceMs: 1_000,
      },
      new AbortController().signal,
    )
    return ending.is === 'exited' && ending.code === 0 ? null : `${wanted} could not be installed`
  } finally {
    rmSync(outputDir, { recursive: true, force: true })
  }
}
