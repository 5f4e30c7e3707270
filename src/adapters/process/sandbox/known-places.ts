/** Places in a home that the sandbox has to know: logins, registry settings, caches of package managers, toolchains. */
import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { AGENT_CLIS } from '../../../core/settings/agent-clis.ts'
import { toolchains } from '../environment.ts'
import { findProgram } from '../shell.ts'
import { isBelow, realOf, SHARED } from './bubblewrap.ts'

type UserEnvironment = Readonly<Record<string, string | undefined>>

/** Files and folders with credentials below a home. */
const CREDENTIALS = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  '.docker/config.json',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.pypirc',
  '.config/op',
  '.password-store',
  '.local/share/keyrings',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.terraform.d/credentials.tfrc.json',
]

/** Registry settings of package managers, including tokens. */
const REGISTRY_SETTINGS = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.bunfig.toml',
  '.config/pip',
  '.pip/pip.conf',
  '.config/uv',
  '.config/pypoetry',
  '.cargo/config',
  '.cargo/config.toml',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.bundle/config',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.nuget/NuGet',
  '.config/go/env',
]

/** Caches of package managers below a home, by program. */
const CACHES: readonly { readonly program: string; readonly folders: readonly string[] }[] = [
  { program: 'npm', folders: ['.npm'] },
  { program: 'yarn', folders: ['.cache/yarn', '.yarn/berry'] },
  { program: 'pnpm', folders: ['.local/share/pnpm/store', '.cache/pnpm'] },
  { program: 'bun', folders: ['.bun/install/cache'] },
  { program: 'pip3', folders: ['.cache/pip'] },
  { program: 'uv', folders: ['.cache/uv'] },
  { program: 'poetry', folders: ['.cache/pypoetry'] },
  { program: 'cargo', folders: ['.cargo/registry', '.cargo/git'] },
  { program: 'go', folders: ['go/pkg/mod', '.cache/go-build'] },
  { program: 'mvn', folders: ['.m2/repository'] },
  { program: 'gradle', folders: ['.gradle/caches', '.gradle/wrapper'] },
  { program: 'bundle', folders: ['.bundle/cache', '.gem'] },
  { program: 'composer', folders: ['.composer/cache', '.cache/composer'] },
  { program: 'dotnet', folders: ['.nuget/packages'] },
]

/** Logins of agents and keys of the user, below a home. */
export const credentialsIn = (home: string): readonly string[] =>
  [...CREDENTIALS, ...Object.values(AGENT_CLIS).flatMap(cli => [...cli.folders, ...cli.files])].map(path =>
    join(home, path),
  )

export const registrySettingsIn = (home: string): readonly string[] => REGISTRY_SETTINGS.map(path => join(home, path))

/** The caches of those package managers that are installed here. */
export const cachesIn = (home: string, path: string): readonly string[] =>
  CACHES.filter(({ program }) => findProgram(program, path) !== null).flatMap(({ folders }) =>
    folders.map(folder => join(home, folder)),
  )

/** Parts of `~/.local` with programs; other parts contain logins and our own state. */
const LOCAL_PARTS = ['bin', 'lib', 'lib64', 'include', 'share/uv', 'share/pipx', 'share/virtualenv', 'share/man']

/** The folders of programs on the search path, with their neighbours, as far as they are below one of these folders. */
export function toolRoots(userEnv: UserEnvironment, hidden: readonly string[]): readonly string[] {
  const folders = [...(userEnv.PATH ?? '').split(delimiter), dirname(process.execPath)].filter(isAbsolute)
  const below = [...SHARED, ...hidden]
  const isHidden = (path: string) => below.some(dir => isBelow(path, dir))
  const linked = folders.filter(isHidden).flatMap(linkedFrom)
  const roots = [...folders.flatMap(folder => [folder, realOf(folder) ?? folder]), ...linked].map(folder =>
    rootOf(folder, below),
  )
  const all = [...roots, ...Object.values(toolchains(userEnv))].flatMap(root =>
    existsSync(join(root, 'share')) || root === join(userEnv.HOME ?? '/', '.local')
      ? LOCAL_PARTS.map(part => join(root, part))
      : [root],
  )
  const isAroundHidden = (root: string) => hidden.some(dir => dir === root || isBelow(dir, root))
  return [...new Set(all)].filter(root => existsSync(root) && isHidden(root) && !isAroundHidden(root))
}

/** The parent of a program folder belongs to the programs, unless it is a home or holds one. */
function rootOf(folder: string, homes: readonly string[]): string {
  const around = dirname(folder)
  const holdsHome = homes.some(home => home === around || isBelow(home, around))
  return /^(bin|sbin|shims|\.bin)$/.test(basename(folder)) && !holdsHome ? around : folder
}

/** Installers of single programs put links into a folder on the path. */
function linkedFrom(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const links = readdirSync(folder).filter(name => lstatSync(join(folder, name)).isSymbolicLink())
  return [...new Set(links.flatMap(name => foldersOnTheWay(join(folder, name))))]
}

/** As many links as the system follows, too. */
const LINKS_MAX = 40

/** A link may lead to another one: each of them has to be there. */
function foldersOnTheWay(path: string): readonly string[] {
  const folders = [dirname(realOf(path) ?? path)]
  let at = path
  for (let step = 0; step < LINKS_MAX && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink(); step++) {
    at = resolve(dirname(at), readlinkSync(at))
    folders.push(dirname(at))
  }
  return folders
}
