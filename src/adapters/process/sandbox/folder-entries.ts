import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of a folder; a link counts as something else. */
export interface ListedEntry {
  readonly name: string
  readonly file: string
  readonly kind: 'file' | 'folder' | 'other'
}

interface Known {
  readonly stats: Stats
  readonly readAtMs: number
  readonly entries: readonly ListedEntry[]
}

/** Two changes within one tick of the kernel's clock have the same time; no kernel ticks more slowly than this. */
const TICK_MS = 20

/** The entries of folders, which are read again only when a folder has changed. */
export class FolderEntries {
  readonly #known = new Map<string, Known>()

  /** Empty if there is no such folder. */
  of(dir: string): readonly ListedEntry[] {
    try {
      const stats = statSync(dir)
      const known = this.#known.get(dir)
      // A folder that changed just before it was read may have changed again just after, without another time.
      if (known && isSameInode(known.stats, stats) && stats.ctimeMs < known.readAtMs - TICK_MS) return known.entries
      const readAtMs = Date.now()
      const entries = readdirSync(dir, { withFileTypes: true }).map(
        (entry): ListedEntry => ({
          name: entry.name,
          file: join(dir, entry.name),
          kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
        }),
      )
      this.#known.set(dir, { stats, readAtMs, entries })
      return entries
    } catch {
      return []
    }
  }
}

/** Whether a file or folder is as it was. Only the system can set the time of the last change of an inode. */
export const isSameInode = (one: Stats, other: Stats): boolean =>
  one.ctimeMs === other.ctimeMs &&
  one.mtimeMs === other.mtimeMs &&
  one.size === other.size &&
  one.ino === other.ino &&
  one.dev === other.dev &&
  one.mode === other.mode
