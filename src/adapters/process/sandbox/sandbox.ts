/**
 * The isolation of agents, setup, and every command in a room. The disk is readable and not writable; each kind of program has
 * its exceptions, and all of them are here.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Fittings, Network } from '../../../core/settings/config.ts'
import type { PrivateHome } from '../private-home.ts'
import { findProgram } from '../shell.ts'
import { accountHome } from '../user-home.ts'
import type { OwnPlaces } from './agent-places.ts'
import { type Bubblewrap, bubblewrap, isBelow, type Rule, SHARED } from './bubblewrap.ts'
import type { Enclosure } from './enclosure.ts'
import { cachesIn, credentialsIn, registrySettingsIn, toolRoots } from './known-places.ts'
import { lendFiles } from './lent-files.ts'

/** The environment of isolated programs. */
export interface Surroundings {
  readonly userEnv: Readonly<Record<string, string | undefined>>
  /** The user's checkout. */
  readonly checkout: string
  /** The git folder, our own files and other work trees, which no program may see. */
  readonly masked: readonly string[]
  /** The folder of our files that running programs need. */
  readonly tempRoot: string
  /** Whether a program exits with 0. */
  readonly works: (file: string, args: readonly string[]) => Promise<boolean>
}

/** The level of isolation. `as-root`: without user namespaces, if this machine does not support them. */
export type SandboxLevel = 'bubblewrap' | 'bubblewrap-as-root' | 'none'

/** Succeeds only without capabilities: then a program cannot undo its mounts. */
const WITHOUT_CAPABILITIES =
  'while read -r name value; do [ "$name" = CapEff: ] && exec test -z "${value#"${value%%[!0]*}"}"; done < /proc/self/status'

export class Sandbox {
  readonly #around: Surroundings
  #found: Promise<Bubblewrap | null> | null = null

  constructor(around: Surroundings) {
    this.#around = around
  }

  async level(): Promise<SandboxLevel> {
    const found = await this.#bubblewrap()
    return found === null ? 'none' : found.ownUsers ? 'bubblewrap' : 'bubblewrap-as-root'
  }

  /** An agent can read the user's files except for logins of other programs, and can write to its workspace and its own settings. */
  async agent(on: {
    readonly workspace: string
    /** Its `/tmp`, and the folder for whatever is new in the home. */
    readonly place: Pick<PrivateHome, 'root' | 'home' | 'tmp'>
    readonly own: OwnPlaces
    /** Programs and files that its command names. */
    readonly named: readonly string[]
    /** Held-out files and the documents that name them, relative to the checkout. */
    readonly conceal?: readonly string[]
  }): Promise<Enclosure | null> {
    const found = await this.#bubblewrap()
    if (found === null) return null
    const { home, checkout, masked } = this.#places()
    const folders = made(on.own.folders)
    const own = [...folders, ...on.own.files]
    const isOwn = (path: string) => own.some(mine => path === mine || isBelow(mine, path) || isBelow(path, mine))
    const login = home ? credentialsIn(home).filter(path => !isOwn(path)) : []
    const concealed = (on.conceal ?? []).map(path => resolve(checkout, path)).filter(path => existsSync(path))
    const caches = home ? this.#privateCaches(home, on.place.root) : []
    const base = { from: on.place.home, copies: on.own.files }
    const close = await lendFiles(on.own.files, on.place.home)
    const enclosure = bubblewrap(found, {
      cwd: on.workspace,
      home: home ? { dir: home, is: 'seen', base } : null,
      hidden: [],
      shown: [...this.#unseen([checkout, ...on.named]), ...toolRoots(this.#around.userEnv, [])],
      masked: [...masked, ...login, ...concealed],
      writable: [on.workspace, ...folders],
      tmp: on.place.tmp,
      inPlaceOf: caches,
      network: 'on',
      meetsOthers: false,
    })
    return { ...enclosure, close }
  }

  /** Setup has the network and the registries. Only setup of the base sees the user's home, and only caches are writable there. */
  setup(on: { readonly room: string; readonly place: string; readonly ofBase: boolean }): Promise<Enclosure | null> {
    const { home, checkout, masked } = this.#places()
    const caches = home ? made(cachesIn(home, this.#around.userEnv.PATH ?? '')) : []
    const roots = toolRoots(this.#around.userEnv, home ? [home, checkout] : [checkout])
    const logins = home ? credentialsIn(home) : []
    return this.#enclosure({
      cwd: on.room,
      home: home ? { dir: home, is: on.ofBase ? 'seen' : 'hidden' } : null,
      hidden: on.ofBase ? [] : [checkout],
      shown: [...roots, ...(home ? registrySettingsIn(home) : []), ...(on.ofBase ? this.#unseen([checkout]) : [])],
      masked: on.ofBase ? masked : [...masked, ...logins],
      writable: [on.room, on.place, ...caches],
      inPlaceOf: [],
      network: 'on',
      meetsOthers: false,
    })
  }

  /** A command in a room sees programs and its room, and has loopback unless the settings differ. */
  command(on: {
    readonly room: string
    readonly place: string
    readonly fittings: Fittings
  }): Promise<Enclosure | null> {
    const { home, checkout, masked } = this.#places()
    const hidden = [checkout, ...masked, ...(home ? [home] : [])]
    return this.#enclosure({
      cwd: on.room,
      home: null,
      hidden,
      shown: toolRoots(this.#around.userEnv, hidden),
      masked: [...masked, ...(home ? [...credentialsIn(home), ...registrySettingsIn(home)] : [])],
      writable: [on.room, on.place],
      inPlaceOf: [],
      network: networkOf(on.fittings),
      meetsOthers: on.fittings.services !== null,
    })
  }

  #places() {
    const { userEnv, checkout, masked } = this.#around
    // Without HOME, and in a container that sets it to the root folder, the user's files are in the home of the account.
    const home = [userEnv.HOME, accountHome()].find(dir => dir && dir !== '/' && existsSync(dir)) ?? null
    return { home, checkout, masked }
  }

  /** The paths that would be hidden otherwise. */
  #unseen(paths: readonly string[]): readonly string[] {
    const around = [...SHARED, ...this.#around.masked]
    return paths.filter(path => around.some(dir => isBelow(path, dir)))
  }

  /** An agent may fetch packages, which no other program trusts: it has private caches while it works. */
  #privateCaches(home: string, tmp: string): Rule['inPlaceOf'] {
    const caches = cachesIn(home, this.#around.userEnv.PATH ?? '')
    // A new name in the home is created only in the sandbox.
    const isNew = (path: string) => !existsSync(join(home, path.slice(home.length + 1).split('/')[0]!))
    return caches
      .filter(at => isNew(at) || made([at]).length > 0)
      .map((at, nth) => {
        const from = join(tmp, 'caches', String(nth))
        mkdirSync(from, { recursive: true })
        return { from, at }
      })
  }

  async #enclosure(rule: Rule): Promise<Enclosure | null> {
    const found = await this.#bubblewrap()
    return found && bubblewrap(found, rule)
  }

  #bubblewrap(): Promise<Bubblewrap | null> {
    this.#found ??= this.#look()
    return this.#found
  }

  async #look(): Promise<Bubblewrap | null> {
    const { userEnv, tempRoot, works } = this.#around
    const file = findProgram('bwrap', userEnv.PATH ?? '')
    if (file === null) return null
    const emptyFile = join(tempRoot, '.empty')
    for (const ownUsers of [true, false]) {
      const found = { file, ownUsers, emptyFile }
      const trial = bubblewrap(found, NOTHING_SPECIAL)
      if (await works(trial.file, [...trial.args, '/bin/sh', '-c', WITHOUT_CAPABILITIES])) {
        mkdirSync(tempRoot, { recursive: true })
        writeFileSync(emptyFile, '')
        return found
      }
    }
    return null
  }
}

const NOTHING_SPECIAL: Rule = {
  cwd: '/',
  home: null,
  hidden: [],
  shown: [],
  masked: [],
  writable: [],
  inPlaceOf: [],
  network: 'loopback',
  meetsOthers: false,
}

/** Loopback, unless the settings differ or services are needed. A sandbox without a network has loopback, too. */
export const networkOf = ({ network, services }: Fittings): Network => (services ? 'on' : (network ?? 'loopback'))

/** Creates missing folders, because they cannot be mounted in a read-only home. */
function made(folders: readonly string[]): readonly string[] {
  return folders.filter(folder => {
    try {
      mkdirSync(folder, { recursive: true })
      return true
    } catch {
      return false
    }
  })
}

/** Work trees of the same repository besides this one. */
export function otherWorkTrees({
  top,
  commonDir,
}: {
  readonly top: string
  readonly commonDir: string
}): readonly string[] {
  const linked = names(join(commonDir, 'worktrees')).flatMap(name => {
    try {
      return [dirname(readFileSync(join(commonDir, 'worktrees', name, 'gitdir'), 'utf8').trim())]
    } catch {
      return []
    }
  })
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : []
  return [...main, ...linked].filter(dir => dir !== top)
}

const names = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
