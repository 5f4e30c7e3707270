import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute } from 'node:path'
import type { Network } from '../../core/settings/config.ts'
import type { Enclosure } from './enclosure.ts'
import { toolchains } from './environment.ts'

/** What a program that is shut in sees of the disk: everything to read, nothing to write, and some of it not at all. */
export interface Sight {
  /** Folders that are empty for it. */
  readonly hidden: readonly string[]
  /** Parts of those that it may read all the same. */
  readonly shown: readonly string[]
  /** Where it may write. */
  readonly writable: readonly string[]
  readonly network: Network
  /** It has to meet programs outside, which leave their sockets where programs meet. */
  readonly meetsOthers: boolean
}

/** Places where other programs keep what is nobody's business: temporary files, sockets. Whoever needs one gets an empty one. */
const SHARED = ['/tmp', '/var/tmp', '/run']

/** By Linux namespaces: own processes that all end with the first one, own network, and only so much of the disk. */
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
 * Around an agent, which needs its user's home and network: own processes, the user's checkout only to read, and what is
 * hidden not at all. Its workspace is its own.
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

/** Where the programs on the search path live, with what lies beside them; only such folders are shown of a home. */
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

/** Of nested folders only the outer one: what is hidden cannot be hidden once more. */
const outermost = (paths: readonly string[]): readonly string[] =>
  byDepth(paths).filter((path, at, all) => !all.slice(0, at).some(outer => path.startsWith(`${outer}/`)))
