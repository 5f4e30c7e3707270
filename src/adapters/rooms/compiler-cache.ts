import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { statsAt } from '../work-tree/stats-at.ts'
import { digestOf } from './setup-output.ts'

/**
 * The cache folders of compilers below a home. Only content-addressed caches: an entry of another tree is then never used for
 * this one. Without a cache every run of a Go suite would compile the standard library.
 */
const PLACE = process.platform === 'darwin' ? join('Library', 'Caches', 'go-build') : join('.cache', 'go-build')

/** The compiler cache of one room, while no command runs there. */
export interface RoomCache {
  dir: string | null
}

/**
 * Keeps compiler caches between commands. Each room has its own copy, so that a draft cannot affect another room. A new room
 * starts with the cache from runs of the base: only these are kept for other rooms, and the kept cache is verified before
 * each use.
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

  /** Moves it into the home of a command. */
  async bring(room: RoomCache, home: string): Promise<void> {
    const place = join(home, PLACE)
    const { dir } = room
    room.dir = null
    if (dir === null && !(await this.#isWhole())) return
    await mkdir(dirname(place), { recursive: true })
    if (dir === null) await this.#copy(join(this.#seed, 'built'), place)
    else await rename(join(dir, 'built'), place)
    if (dir !== null) await rm(dir, { recursive: true, force: true })
  }

  /** Moves it out of there again; the cache from a run of the base serves every later room. */
  async take(room: RoomCache, home: string, ofBase: boolean): Promise<void> {
    const place = join(home, PLACE)
    // A command could put a link there, and we would move its target.
    if (!isFolder(dirname(place)) || !isFolder(place)) return
    if (ofBase) await this.#keep(place)
    // Of two commands in one room the cache of the last one to end is kept.
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
    // Last, because renaming a folder changes nothing inside of it.
    await writeFile(join(this.#seed, 'digest'), await digestOf(join(this.#seed, 'built')))
  }

  async #isWhole(): Promise<boolean> {
    try {
      return readFileSync(join(this.#seed, 'digest'), 'utf8') === (await digestOf(join(this.#seed, 'built')))
    } catch {
      return false
    }
  }
}

const isFolder = (path: string): boolean => statsAt(path)?.isDirectory() ?? false
