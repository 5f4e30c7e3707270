import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync, utimesSync } from 'node:fs'
import { mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { someOf } from '../../core/text/lists.ts'
import { isSetupManifest } from './setup-key.ts'
import { digestOf, linksTo, type Made } from './setup-output.ts'

/** Folders and files that hold what manifests and lock files name, and nothing of the project itself. */
const DEPENDENCIES =
  /(^|\/)(node_modules|bower_components|\.yarn|\.pnpm-store|\.venv|venv|__pypackages__|vendor|deps|Pods|\.bundle|\.gradle|elm-stuff|\.dart_tool|[^/]+\.egg-info)(\/|$)|(^|\/)\.pnp\.(c?js|loader\.mjs)$/
const ENTRIES_MAX = 8
const MOVED_MAX = 2_000

/** What is known about one setup. */
export interface SetupEntry {
  readonly key: string
  readonly command: string
  readonly durationMs: number
  /** Why nothing is kept of it; null when it is. */
  readonly refusal: string | null
  readonly paths: readonly string[]
  /** The folder it was made in, and the files that name it: they are corrected wherever it is put. */
  readonly madeIn: string
  readonly moved: readonly string[]
  /** Of everything that is kept, so that a change by anybody is noticed. */
  readonly digest: string
}

/** Programs that the cache leans on. */
export interface CacheTools {
  /** Copies one file or folder; nothing is shared with the original but perhaps blocks that are copied on writing. */
  copy(from: string, to: string): Promise<void>
  /** Files below a folder whose content holds a text; null when that cannot be told. */
  naming(dir: string, text: string): Promise<readonly string[] | null>
}

/** What a setup did, and whether the same setup would begin from the same files afterwards. */
export interface MadeBySetup extends Made {
  readonly sameKey: boolean
}

/** Where kept folders are put. */
export interface PutPlace {
  readonly dir: string
  /** The name that the folder will have. */
  readonly as: string
  readonly isWanted?: (path: string) => Promise<boolean>
}

/** What setup made, by everything that it depends on. An entry is whole or absent, and is looked through before each use. */
export class SetupCache {
  readonly #root: string
  readonly #tools: CacheTools
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(root: string, tools: CacheTools) {
    this.#root = root
    this.#tools = tools
  }

  /** One at a time for each key: whoever comes second finds what the first one made. */
  turn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const ended = mine.catch(() => {})
    this.#turns.set(key, ended)
    void ended.then(() => {
      if (this.#turns.get(key) === ended) this.#turns.delete(key)
    })
    return mine
  }

  /** The entry under a key; one that somebody changed is thrown away. */
  async find(key: string): Promise<SetupEntry | null> {
    const dir = join(this.#root, key)
    const entry = readEntry(dir)
    if (entry === null) return null
    if (entry.key === key && digestOf(join(dir, 'made')) === entry.digest) return entry
    await rm(dir, { recursive: true, force: true })
    return null
  }

  /** Puts what is kept in place; false, and nothing done, where it does not fit. */
  async put(entry: SetupEntry, place: PutPlace): Promise<boolean> {
    if (entry.refusal !== null || !entry.paths.every(path => fits(place.dir, path))) return false
    const made = join(this.#root, entry.key, 'made')
    for (const path of entry.paths) {
      if (place.isWanted && !(await place.isWanted(path))) continue
      await this.#tools.copy(join(made, path), join(place.dir, path))
      for (const file of entry.moved.filter(each => each === path || each.startsWith(`${path}/`)))
        await correct(join(place.dir, file), entry.madeIn, place.as)
    }
    const now = new Date()
    utimesSync(join(this.#root, entry.key), now, now)
    return true
  }

  /** Keeps what a setup made in a folder, or the reason why it cannot be kept. */
  async keep(setup: Pick<SetupEntry, 'key' | 'command' | 'durationMs'>, dir: string, made: MadeBySetup): Promise<void> {
    const aside = join(this.#root, `.${randomUUID()}`)
    await mkdir(join(aside, 'made'), { recursive: true, mode: 0o700 })
    try {
      const told = await this.#fill(join(aside, 'made'), dir, made)
      const paths = told.refusal === null ? made.created : []
      const entry: SetupEntry = { ...setup, ...told, paths, madeIn: dir, digest: digestOf(join(aside, 'made')) }
      await writeFile(join(aside, 'entry.json'), JSON.stringify(entry))
      // Another pm-agent may have kept the same meanwhile; one of them is enough.
      await rename(aside, join(this.#root, setup.key)).catch(() => {})
      this.#prune()
    } finally {
      await rm(aside, { recursive: true, force: true })
    }
  }

  async #fill(target: string, dir: string, made: MadeBySetup): Promise<Pick<SetupEntry, 'refusal' | 'moved'>> {
    const refuse = (refusal: string) => ({ refusal, moved: [] })
    if (!made.sameKey) return refuse('it changes files that decide what it makes')
    const touched = made.touched.filter(path => !isSetupManifest(path))
    if (touched.length > 0) return refuse(`it changes files of the project: ${some(touched)}`)
    const own = made.created.filter(path => !DEPENDENCIES.test(path))
    if (own.length > 0) return refuse(`it also makes ${some(own)}, which may depend on any file of the project`)
    // Whoever got a copy of a link would write into what it leads to, together with everybody else.
    const links = made.created.filter(path => lstatSync(join(dir, path)).isSymbolicLink())
    if (links.length > 0) return refuse(`${some(links)} only leads elsewhere`)
    for (const path of made.created) {
      await mkdir(dirname(join(target, path)), { recursive: true })
      await this.#tools.copy(join(dir, path), join(target, path))
    }
    const naming = await this.#tools.naming(target, dir)
    const moved = naming && [...linksTo(target, dir), ...naming]
    if (!moved || moved.length > MOVED_MAX) {
      await empty(target)
      return refuse('it names the folder it was made in too often')
    }
    const kept: string[] = []
    for (const path of moved) {
      // Compiled Python is made again by itself, and names its source by length.
      if (path.endsWith('.pyc')) await rm(join(target, path))
      else if (isBinary(join(target, path))) {
        await empty(target)
        return refuse(`${path} is compiled for the folder it was made in`)
      } else kept.push(path)
    }
    return { refusal: null, moved: kept }
  }

  /** The ones that were used last stay. */
  #prune(): void {
    const entries = readdirSync(this.#root)
      .filter(name => !name.startsWith('.'))
      .map(name => ({ dir: join(this.#root, name), at: statSync(join(this.#root, name)).mtimeMs }))
      .sort((one, other) => other.at - one.at)
    for (const { dir } of entries.slice(ENTRIES_MAX)) void rm(dir, { recursive: true, force: true }).catch(() => {})
  }
}

/** What is noted under a key, without looking whether it is still as it was. */
export function readEntry(dir: string): SetupEntry | null {
  try {
    return JSON.parse(readFileSync(join(dir, 'entry.json'), 'utf8')) as SetupEntry
  } catch {
    return null
  }
}

/** The duration of the last setup that really ran; null when none is remembered. */
export function lastSetupMs(root: string): number | null {
  if (!existsSync(root)) return null
  const entries = readdirSync(root)
    .filter(name => !name.startsWith('.'))
    .map(name => ({ at: statSync(join(root, name)).birthtimeMs, entry: readEntry(join(root, name)) }))
    .sort((one, other) => other.at - one.at)
  return entries[0]?.entry?.durationMs ?? null
}

const some = (paths: readonly string[]): string => someOf(paths, { max: 3 })

async function empty(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir)
}

/** Nothing may be there yet, and a link among the folders above could lead out. */
function fits(dir: string, path: string): boolean {
  try {
    if (lstatSync(join(dir, path), { throwIfNoEntry: false })) return false
    return realpathSync(dirname(join(dir, path))) === dirname(join(realpathSync(dir), path))
  } catch {
    return false
  }
}

const isBinary = (file: string): boolean => !lstatSync(file).isSymbolicLink() && readFileSync(file).includes(0)

async function correct(file: string, from: string, to: string): Promise<void> {
  const { mode } = lstatSync(file)
  if (!lstatSync(file).isSymbolicLink()) {
    const text = await readFile(file, 'latin1')
    await rm(file)
    return writeFile(file, text.replaceAll(latin1(from), latin1(to)), { encoding: 'latin1', mode })
  }
  const target = (await readlink(file)).replace(from, to)
  await rm(file)
  await symlink(target, file)
}

/** Bytes as they are, whatever encoding the rest of the file has. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
