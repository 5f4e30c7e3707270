import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute } from 'node:path'
import type { Network } from '../../core/settings/config.ts'
import type { Enclosure } from './enclosure.ts'
import { toolchains } from './environment.ts'

/** A sandboxed program's view of the disk: everything readable, nothing writable, and some of it hidden. */
export interface Sight {
  /** Folders that appear empty. */
  readonly hidden: readonly string[]
  /** Parts of those that stay readable. */
  readonly shown: readonly string[]
  /** Writable paths. */
  readonly writable: readonly string[]
  readonly network: Network
  /** It must reach programs outside, through their sockets in the usual folders. */
  readonly meetsOthers: boolean
}

/** Folders in which other programs keep private data: temporary files, sockets. A sandboxed program gets an empty one. */
const SHARED = ['/tmp', '/var/tmp', '/run']

/** Linux namespaces: a separate process tree that ends with its first process, a separate network, and a restricted disk. */
export function bubblewrap(sight: Sight, cwd: string): Enclosure {
  const shared = SHARED.filter(existsSync)
  const hidden = outermost([...(sight.meetsOthers ? [] : shared), ...sight.hidden.filter(existsSync)])
  const shown = sight.shown.filter(existsSync)
  return {
    file: 'bwrap',
    args: [
      ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
      ...(sight.network === 'on' ? [] : ['--unshare-net']),
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...hidden.flatMap(dir => ['--tmpfs', dir]),
      ...byDepth(shown).flatMap(dir => ['--ro-bind', dir, dir]),
      ...byDepth([...(sight.meetsOthers ? shared : []), ...sight.writable]).flatMap(dir => ['--bind', dir, dir]),
      ...['--chdir', cwd, '--'],
    ],
  }
}

/**
 * For an agent, which needs its user's home and network: a separate process tree, the user's checkout read-only, and
 * hidden folders invisible. Its workspace is writable.
 */
export function aroundAgent(
  sight: { readonly checkout: string; readonly hidden: readonly string[] },
  workspace: string,
): Enclosure {
  return {
    file: 'bwrap',
    args: [
      ...['--die-with-parent', '--unshare-pid', '--dev-bind', '/', '/', '--proc', '/proc'],
      ...['--ro-bind', sight.checkout, sight.checkout],
      ...outermost(sight.hidden.filter(existsSync)).flatMap(dir => ['--tmpfs', dir]),
      ...['--bind', workspace, workspace, '--chdir', workspace, '--'],
    ],
  }
}

/** The folders of programs on the PATH, with their neighbours; of a home only such folders are visible. */
export function toolRoots(
  userEnv: Readonly<Record<string, string | undefined>>,
  hidden: readonly string[],
): readonly string[] {
  const homes = new Set(hidden)
  const folders = [...(userEnv.PATH ?? '').split(delimiter), dirname(process.execPath)]
    .filter(isAbsolute)
    .flatMap(folder => [folder, ...real(folder)])
  const roots = folders.map(folder => {
    const around = dirname(folder)
    return /^(bin|sbin|shims|\.bin)$/.test(basename(folder)) && !homes.has(around) ? around : folder
  })
  return [...new Set([...roots, ...Object.values(toolchains(userEnv))])].filter(
    root => existsSync(root) && [...SHARED, ...hidden].some(dir => root.startsWith(`${dir}/`)),
  )
}

const real = (path: string): readonly string[] => {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}

const byDepth = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].sort((a, b) => a.split('/').length - b.split('/').length)

/** Of nested folders only the outer one: a hidden folder cannot be hidden again. */
const outermost = (paths: readonly string[]): readonly string[] =>
  byDepth(paths).filter((path, at, all) => !all.slice(0, at).some(outer => path.startsWith(`${outer}/`)))
