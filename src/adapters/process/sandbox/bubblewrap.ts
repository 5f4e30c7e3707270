import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from '../../../core/settings/config.ts'
import type { Enclosure } from './enclosure.ts'

/** Disk and network access of one program: everything is readable and nothing writable, except for these fields. */
export interface Rule {
  readonly cwd: string
  /** The user's home: `seen` is readable, and new names in it last as long as the program; `hidden` is empty. */
  readonly home: HomeRule | null
  /** Folders that are empty for it. */
  readonly hidden: readonly string[]
  /** Readable parts of hidden folders. */
  readonly shown: readonly string[]
  /** Folders and files that appear empty, also below `shown`. */
  readonly masked: readonly string[]
  /** Writable paths. */
  readonly writable: readonly string[]
  /** The folder mounted as `/tmp`; without one `/tmp` is in memory. */
  readonly tmp?: string
  /** Writable folders that are mounted at another path. */
  readonly inPlaceOf: readonly { readonly from: string; readonly at: string }[]
  readonly network: Network
  /** It needs programs outside of the sandbox, which have their sockets in temporary folders. */
  readonly meetsOthers: boolean
}

interface HomeRule {
  readonly dir: string
  readonly is: 'seen' | 'hidden'
  /** The folder on the disk that holds new names and these copies of files; without one they are in memory. */
  readonly base?: { readonly from: string; readonly copies: readonly string[] }
}

/** Whether and how bubblewrap works here: as root without a user namespace only if there is no other way. */
export interface Bubblewrap {
  readonly file: string
  readonly ownUsers: boolean
  /** An empty file, mounted over masked files. */
  readonly emptyFile: string
}

/** Folders of other programs' temporary files and sockets. */
export const SHARED = ['/tmp', '/var/tmp', '/run']

/** By Linux namespaces: separate processes that all end with the first one, no capabilities, and limited access to the disk. */
export function bubblewrap({ file, ownUsers, emptyFile }: Bubblewrap, rule: Rule): Enclosure {
  const shared = reals(SHARED)
  const hidden = outermost([...(rule.meetsOthers ? [] : shared), ...reals(rule.hidden)])
  const tmp = realOf('/tmp')
  const shown = rule.shown.filter(existsSync)
  const isAroundHome = (path: string) => rule.home !== null && isBelow(rule.home.dir, path)
  const again = shown.filter(path => rule.masked.some(mask => isBelow(path, mask)))
  const readable = (paths: readonly string[]) =>
    byDepth(paths).flatMap(path => readableAt(path, { ...rule, hidden, shown }))
  return {
    file,
    args: [
      ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'],
      ...(ownUsers ? ['--unshare-user'] : []),
      ...(rule.network === 'on' ? [] : ['--unshare-net']),
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      // Root needs no capability to write settings of the kernel, one of which names a program that the kernel starts.
      ...['--ro-bind', '/proc/sys', '/proc/sys'],
      ...hidden.flatMap(dir => (dir === tmp && rule.tmp ? ['--bind', rule.tmp, dir] : ['--tmpfs', dir])),
      ...(rule.network === 'on' ? nameServers(hidden) : []),
      ...readable(shown.filter(isAroundHome)),
      ...homeArgs(rule.home),
      ...readable(shown.filter(path => !isAroundHome(path))),
      ...(rule.meetsOthers ? shared.flatMap(dir => ['--bind', dir, dir]) : []),
      ...maskArgs(rule, emptyFile),
      ...readable(again),
      ...rule.inPlaceOf.flatMap(({ from, at }) => ['--bind', from, realOf(at) ?? at]),
      ...byDepth(reals(rule.writable)).flatMap(path => ['--bind', path, path]),
      ...['--chdir', rule.cwd, '--'],
    ],
  }
}

/** The target of `/etc/resolv.conf` is often below `/run`. */
function nameServers(hidden: readonly string[]): readonly string[] {
  const file = realOf('/etc/resolv.conf')
  return file && hidden.some(dir => isBelow(file, dir)) ? ['--ro-bind', file, file] : []
}

/** Name by name below an empty folder, so that a program that writes something new there does not fail. */
function homeArgs(home: Rule['home']): readonly string[] {
  if (home === null) return []
  const { dir, is, base } = home
  const names = is === 'seen' ? readdirSync(dir) : []
  return [
    ...(base ? ['--bind', base.from, dir] : ['--tmpfs', dir]),
    ...names.flatMap(name => {
      const path = join(dir, name)
      if (base?.copies.includes(path)) return []
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats?.isSymbolicLink()) return ['--symlink', readlinkSync(path), path]
      return stats?.isDirectory() || stats?.isFile() ? ['--ro-bind', path, path] : []
    }),
  ]
}

function maskArgs(rule: Rule, emptyFile: string): readonly string[] {
  const empty = [...reals([...rule.hidden, ...(rule.meetsOthers ? [] : SHARED)]), ...(rule.home ? [rule.home.dir] : [])]
  const seen = [...rule.shown, ...(rule.home?.is === 'seen' ? [rule.home.dir] : [])]
  const isSeen = (path: string) =>
    seen.some(dir => path === dir || isBelow(path, dir)) || !empty.some(dir => path === dir || isBelow(path, dir))
  return outermost(reals(rule.masked).filter(isSeen)).flatMap(path =>
    lstatSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', emptyFile, path],
  )
}

/** Whether a path is inside of a folder. */
export const isBelow = (path: string, dir: string): boolean => path.startsWith(`${dir}/`)

/** The real path; null if nothing exists there. */
export const realOf = (path: string): string | null => {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** Nothing can be mounted on a link, nor on what is not there. */
const reals = (paths: readonly string[]): readonly string[] => paths.flatMap(path => realOf(path) ?? [])

/** Nothing can be mounted on or behind a link that the program sees as such, for example `~/.rustup` on another disk: its target is shown instead. */
function readableAt(path: string, { home, hidden, shown }: Pick<Rule, 'home' | 'hidden' | 'shown'>): readonly string[] {
  const isSeen = (home?.is === 'seen' && isBelow(path, home.dir)) || shown.some(outer => isBelow(path, outer))
  const at = isSeen ? realOf(path) : path
  const uncovers = at !== path && hidden.some(dir => dir === at || (at !== null && isBelow(dir, at)))
  return at === null || uncovers ? [] : ['--ro-bind', at, at]
}

const byDepth = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].sort((a, b) => a.split('/').length - b.split('/').length)

/** Of nested folders only the outer one: an empty folder needs no empty folder inside. */
const outermost = (paths: readonly string[]): readonly string[] =>
  byDepth(paths).filter((path, at, all) => !all.slice(0, at).some(outer => isBelow(path, outer)))
