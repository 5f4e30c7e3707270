import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync, type Stats } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { statsAt } from '../work-tree/stats-at.ts'

/** Every path below a folder with metadata that changes with any write. */
export type Snapshot = ReadonlyMap<string, string>

/** The changes of a folder by a command. */
export interface Made {
  /** The topmost new paths. */
  readonly created: readonly string[]
  /** Existing files that were changed or deleted. */
  readonly touched: readonly string[]
}

export async function takeSnapshot(dir: string): Promise<Snapshot> {
  const found = new Map<string, string>()
  await walk(dir, (path, stats) => {
    found.set(path, stats.isDirectory() ? 'folder' : mark(stats))
    return true
  })
  return found
}

/** The differences from an earlier snapshot. */
export async function compareWith(before: Snapshot, dir: string): Promise<Made> {
  const created: string[] = []
  const touched: string[] = []
  const seen = new Set<string>()
  await walk(dir, (path, stats) => {
    const old = before.get(path)
    if (old === undefined) {
      created.push(path)
      return false
    }
    seen.add(path)
    if (old !== (stats.isDirectory() ? 'folder' : mark(stats))) touched.push(path)
    return true
  })
  for (const path of before.keys()) if (!seen.has(path)) touched.push(path)
  return { created, touched }
}

/** The texts of plain files below a folder; other entries are left out. */
export async function readTexts(dir: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const path of paths) {
    const stats = statsAt(join(dir, path))
    const bytes = stats?.isFile() ? await readFile(join(dir, path)) : null
    if (bytes && isUtf8(bytes)) texts.set(path, bytes.toString('utf8'))
  }
  return texts
}

/** A digest of everything below a folder; it changes with any write, even if sizes and times are restored. */
export async function digestOf(dir: string): Promise<string> {
  const hash = createHash('sha256')
  await walk(dir, (path, stats) => {
    const target = stats.isSymbolicLink() ? readlinkSync(join(dir, path)) : ''
    hash.update(`${path}\0${mark(stats)}\0${target}\0`)
    return true
  })
  return hash.digest('hex')
}

/** The links below a folder whose target begins with this text. */
export async function linksTo(dir: string, text: string): Promise<readonly string[]> {
  const found: string[] = []
  await walk(dir, (path, stats) => {
    if (stats.isSymbolicLink() && readlinkSync(join(dir, path)).startsWith(text)) found.push(path)
    return true
  })
  return found
}

/** Only the system can set the time of the last change of an inode. */
const mark = (stats: Stats): string => [stats.mode, stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino].join(' ')

/** Some milliseconds of work between yields to the event loop: installed packages may be a hundred thousand files. */
const TURN_ENTRIES = 1_000

async function walk(dir: string, visit: (path: string, stats: Stats) => boolean): Promise<void> {
  let left = TURN_ENTRIES
  const enter = async (folder: string): Promise<void> => {
    for (const name of namesIn(join(dir, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      const stats = statsAt(join(dir, path))
      if (left-- === 0) {
        left = TURN_ENTRIES
        await pause()
      }
      if (stats && visit(path, stats) && stats.isDirectory()) await enter(path)
    }
  }
  await enter('')
}

/** A folder that the command has locked looks empty: what was there counts as touched. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
