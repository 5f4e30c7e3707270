import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync, utimesSync } from 'node:fs'
import { mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { someOf } from '../../core/text/lists.ts'
import { isSetupManifest } from './setup-key.ts'
import { digestOf, linksTo, type Made } from './setup-output.ts'

/** Folders and files with only the dependencies of manifests and lock files, and nothing of the project itself. */
const DEPENDENCIES =
  /(^|\/)(node_modules|bower_components|\.yarn|\.pnpm-store|\.venv|venv|__pypackages__|vendor|deps|Pods|\.bundle|\.gradle|elm-stuff|\.dart_tool|[^/]+\.egg-info)(\/|$)|(^|\/)\.pnp\.(c?js|loader\.mjs)$/
const ENTRIES_MAX = 8
const MOVED_MAX = 2_000

/** The data about one setup. */
export interface SetupEntry {
  readonly key: string
  readonly command: string
  readonly durationMs: number
  /** The reason why it is not kept; null if it is. */
  readonly refusal: string | null
  readonly paths: readonly string[]
  /** Its original folder, and the files that contain that path: they are corrected when it is restored. */
  readonly madeIn: string
  readonly moved: readonly string[]
  /** Of all kept files, to detect any change. */
  readonly digest: string
}

/** Programs that the cache depends on. */
export interface CacheTools {
  /** Copies one file or folder; at most copy-on-write blocks are shared with the original. */
  copy(from: string, to: string): Promise<void>
  /** Files below a folder that contain a text; null if that is unknown. */
  naming(dir: string, text: string): Promise<readonly string[] | null>
}

/** The result of a setup, and whether it left its own input files unchanged. */
export interface MadeBySetup extends Made {
  readonly sameKey: boolean
}

/** The target of restored folders. */
export interface PutPlace {
  readonly dir: string
  /** The final name of the folder. */
  readonly as: string
  readonly isWanted?: (path: string) => Promise<boolean>
}

/** Results of setup, keyed by all of its inputs. An entry is complete or absent, and is verified before each use. */
export class SetupCache {
  readonly #root: string
  readonly #tools: CacheTools
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(root: string, tools: CacheTools) {
    this.#root = root
    this.#tools = tools
  }

  /** One at a time for each key: the second caller finds the result of the first. */
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

  /** The entry of a key; a modified one is deleted. */
  async find(key: string): Promise<SetupEntry | null> {
    const dir = join(this.#root, key)
    const entry = readEntry(dir)
    if (entry === null) return null
    if (entry.key === key && (await digestOf(join(dir, 'made'))) === entry.digest) return entry
    await rm(dir, { recursive: true, force: true })
    return null
  }

  /** Restores an entry; false, without any change, if it does not fit. */
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

  /** Keeps the results of a setup in a folder, or the reason why they cannot be kept. */
  async keep(setup: Pick<SetupEntry, 'key' | 'command' | 'durationMs'>, dir: string, made: MadeBySetup): Promise<void> {
    const aside = join(this.#root, `.${randomUUID()}`)
    await mkdir(join(aside, 'made'), { recursive: true, mode: 0o700 })
    try {
      const told = await this.#fill(join(aside, 'made'), dir, made)
      const paths = told.refusal === null ? made.created : []
      const digest = await digestOf(join(aside, 'made'))
      const entry: SetupEntry = { ...setup, ...told, paths, madeIn: dir, digest }
      await writeFile(join(aside, 'entry.json'), JSON.stringify(entry))
      // Another pm-agent may have kept the same in the meantime; one of them is enough.
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
    // Rooms with a copy of a link would all write to its target.
    const links = made.created.filter(path => lstatSync(join(dir, path)).isSymbolicLink())
    if (links.length > 0) return refuse(`${some(links)} only leads elsewhere`)
    for (const path of made.created) {
      await mkdir(dirname(join(target, path)), { recursive: true })
      await this.#tools.copy(join(dir, path), join(target, path))
    }
    const naming = await this.#tools.naming(target, dir)
    const moved = naming && [...(await linksTo(target, dir)), ...naming]
    if (!moved || moved.length > MOVED_MAX) {
      await empty(target)
      return refuse('it names the folder it was made in too often')
    }
    const kept: string[] = []
    for (const path of moved) {
      // Python compiles again by itself, and compiled files contain the length of their source.
      if (path.endsWith('.pyc')) await rm(join(target, path))
      else if (isBinary(join(target, path))) {
        await empty(target)
        return refuse(`${path} is compiled for the folder it was made in`)
      } else kept.push(path)
    }
    return { refusal: null, moved: kept }
  }

  /** Keeps the most recently used entries. */
  #prune(): void {
    const entries = readdirSync(this.#root)
      .filter(name => !name.startsWith('.'))
      .map(name => ({ dir: join(this.#root, name), at: statSync(join(this.#root, name)).mtimeMs }))
      .sort((one, other) => other.at - one.at)
    for (const { dir } of entries.slice(ENTRIES_MAX)) void rm(dir, { recursive: true, force: true }).catch(() => {})
  }
}

/** The entry of a key, without verification. */
export function readEntry(dir: string): SetupEntry | null {
  try {
    return JSON.parse(readFileSync(join(dir, 'entry.json'), 'utf8')) as SetupEntry
  } catch {
    return null
  }
}

/** The duration of the last setup that really ran; null if there is none. */
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

/** Whether the path is free and no parent folder is a link, which could lead outside. */
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

/** The raw bytes, whatever the encoding of the file. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
