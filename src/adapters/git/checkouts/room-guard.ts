/** Whether the tracked files of a room are still those of its tree after code of a draft ran there. */
import { lstatSync, readlinkSync, statfsSync } from 'node:fs'
import type { Tree } from '../../../core/plan/ids.ts'
import type { RoomChanges } from '../../../core/run/ending.ts'
import { statsAt } from '../../work-tree/stats-at.ts'
import { FileHasher } from '../objects/file-hash.ts'
import { objectId } from '../objects/object-writer.ts'
import { type BytePath, type Entries, GITLINK, LINK, readEntries, shownPath, treePlacesIn } from '../objects/tree.ts'
import { MARK_NUMBERS } from './file-work.ts'
import { withManyHands } from './worker-pool.ts'

/** The position of the ctime among the numbers of a mark. */
const CTIME_AT = 3
/** Two writes within one tick of the kernel's clock have the same ctime; no kernel ticks more slowly than this. */
const TICK_MS = 20
/** On a tmpfs, writes through mapped memory change no time. */
const TMPFS = 0x01021994

type Marks = Float64Array

/**
 * Compares a room with its tree after each command. A file whose size, times, mode and inode are as they were is not read: nobody
 * but the kernel can set a ctime. Everything else is hashed.
 */
export class RoomGuard {
  readonly #dir: string
  readonly #entries: Entries
  readonly #paths: readonly BytePath[]
  readonly #folders: readonly BytePath[]
  readonly #hashesAll: boolean
  /** One for all files, because it holds a large buffer. */
  #hasher: FileHasher | null = null
  #marks: Marks
  #begunAt = 0

  private constructor(dir: string, entries: Entries, marks: Marks) {
    this.#dir = dir
    this.#entries = entries
    this.#paths = filesOf(entries)
    this.#folders = foldersOf(this.#paths)
    this.#marks = marks
    this.#hashesAll = statfsSync(dir).type === TMPFS
  }

  /** For a room whose files are exactly those of the tree now. */
  static async over(vaultDir: string, tree: Tree, dir: string): Promise<RoomGuard> {
    const entries = await readEntries(vaultDir, tree)
    return new RoomGuard(dir, entries, await marksOf(dir, filesOf(entries)))
  }

  /** A command is about to begin. */
  begin(): void {
    this.#begunAt = Date.now()
  }

  /** What the command did to tracked files. Its own processes must be gone. */
  async look(): Promise<RoomChanges> {
    const place = treePlacesIn(this.#dir)
    const replaced = this.#folders.filter(folder => !statsAt(place(folder))?.isDirectory())
    const now = await marksOf(this.#dir, this.#paths)
    const changed: BytePath[] = []
    const restored: BytePath[] = []
    for (const [at, path] of this.#paths.entries()) {
      const isTouched = !sameMark(this.#marks, now, at)
      const isRecent = this.#marks[at * MARK_NUMBERS + CTIME_AT]! >= this.#begunAt - TICK_MS
      if (!isTouched && !isRecent && !this.#hashesAll) continue
      if (!this.#isAsInTree(path)) changed.push(path)
      else if (isTouched) restored.push(path)
    }
    this.#marks = now
    return { changed: [...new Set([...replaced, ...changed])].map(shownPath), restored: restored.map(shownPath) }
  }

  #isAsInTree(path: BytePath): boolean {
    const { mode, id } = this.#entries.get(path)!
    const at = treePlacesIn(this.#dir)(path)
    this.#hasher ??= new FileHasher(this.#dir, id.length)
    try {
      const stats = lstatSync(at)
      if (mode === LINK)
        return stats.isSymbolicLink() && objectId('blob', readlinkSync(at, { encoding: 'buffer' }), id.length) === id
      const isExecutable = (stats.mode & 0o100) !== 0
      return stats.isFile() && isExecutable === (mode === '100755') && this.#hasher.read(path).id === id
    } catch {
      // What is gone or cannot be read is not what the tree has.
      return false
    }
  }
}

const filesOf = (entries: Entries): readonly BytePath[] =>
  [...entries].flatMap(([path, { mode }]) => (mode === GITLINK ? [] : [path]))

function foldersOf(paths: readonly BytePath[]): readonly BytePath[] {
  const folders = new Set<BytePath>()
  for (const path of paths)
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return [...folders]
}

async function marksOf(dir: string, paths: readonly BytePath[]): Promise<Marks> {
  const parts = await withManyHands('marks', { root: dir }, paths)
  const marks = new Float64Array(paths.length * MARK_NUMBERS)
  let at = 0
  for (const part of parts) {
    marks.set(part, at)
    at += part.length
  }
  return marks
}

function sameMark(one: Marks, other: Marks, nth: number): boolean {
  for (let at = nth * MARK_NUMBERS; at < (nth + 1) * MARK_NUMBERS; at += 1) if (one[at] !== other[at]) return false
  return true
}
