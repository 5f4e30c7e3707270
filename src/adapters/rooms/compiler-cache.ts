import { lstatSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestOf } from './setup-output.ts'

/**
 * Where compilers keep what they built, below a home. Only caches that are addressed by the content they were built from: an entry
 * of another tree is then never taken for one of this. Without it every run of a Go suite would compile the standard library.
 */
const PLACE = process.platform === 'darwin' ? join('Library', 'Caches', 'go-build') : join('.cache', 'go-build')

/** What a compiler built for one room, while no command runs there. */
export interface RoomCache {
  dir: string | null
}

/**
 * What compilers built, from command to command. Each room has its own copy, so that nothing a draft does to it is seen by another
 * room. A new room begins with what runs of the base left: only those are kept for others, and what is kept is looked through
 * before each use.
 */
export class CompilerCache {
  readonly #seed: string
  readonly #tempRoot: string
  readonly #copy: (from: string, to: string) => Promise<void>

  constructor(
    places: { readonly cacheDir: string; readonly tempRoot: string },
    tools: { copy(from: string, to: string): Promise<void> },
  ) {
    this.#seed = join(places.cacheDir, '.compilers')
    this.#tempRoot = places.tempRoot
    this.#copy = (from, to) => tools.copy(from, to)
  }

  /** Puts it into the home of a command. */
  async bring(room: RoomCache, home: string): Promise<void> {
    const place = join(home, PLACE)
    const { dir } = room
    room.dir = null
    if (dir === null && !this.#isWhole()) return
    await mkdir(dirname(place), { recursive: true })
    if (dir === null) await this.#copy(join(this.#seed, 'built'), place)
    else await rename(join(dir, 'built'), place)
    if (dir !== null) await rm(dir, { recursive: true, force: true })
  }

  /** Takes it out of there again; what a run of the base built serves every room from then on. */
  async take(room: RoomCache, home: string, ofBase: boolean): Promise<void> {
    const place = join(home, PLACE)
    // A command could put a link there, and moving what it leads to would be our doing.
    if (!isFolder(dirname(place)) || !isFolder(place)) return
    if (ofBase) await this.#keep(place)
    // Of two commands in one room the later one to end leaves what it has.
    await this.drop(room)
    const dir = await mkdtemp(join(this.#tempRoot, 'b-'))
    await rename(place, join(dir, 'built'))
    room.dir = dir
  }

  async drop(room: RoomCache): Promise<void> {
    const { dir } = room
    room.dir = null
    if (dir !== null) await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  }

  async #keep(place: string): Promise<void> {
    const aside = await mkdtemp(join(this.#tempRoot, 's-'))
    await this.#copy(place, join(aside, 'built'))
    await rm(this.#seed, { recursive: true, force: true })
    await rename(aside, this.#seed)
    // Its last line: renaming a folder changes nothing inside of it.
    await writeFile(join(this.#seed, 'digest'), digestOf(join(this.#seed, 'built')))
  }

  #isWhole(): boolean {
    try {
      return readFileSync(join(this.#seed, 'digest'), 'utf8') === digestOf(join(this.#seed, 'built'))
    } catch {
      return false
    }
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
