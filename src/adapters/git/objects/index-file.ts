/** Writes the index of a fresh checkout directly: git would read every file again. */
import { hash } from 'node:crypto'
import { STAT_BYTES } from '../checkouts/file-work.ts'
import { withManyHands } from '../checkouts/worker-pool.ts'
import { algorithmOf } from './object-writer.ts'
import type { BytePath, Entries, TreeEntry } from './tree.ts'

const VERSION = 2
/** Position of the mode among the stat fields; it is the mode in the tree, not on disk. */
const MODE_AT = 24
const FLAG_BYTES = 2
const NAME_LENGTH_MAX = 0xfff

/** Stat data of a checkout's files; it stays valid when the folder moves. */
export type FileStats = ReadonlyMap<BytePath, Uint8Array>

export async function fileStatsOf(dir: string, paths: readonly BytePath[]): Promise<FileStats> {
  const bytes = Buffer.concat(await withManyHands('stats', { root: dir }, paths))
  return new Map(paths.map((path, at) => [path, bytes.subarray(at * STAT_BYTES, (at + 1) * STAT_BYTES)]))
}

/** A folder's files, and their known stat data. */
export interface LaidOut {
  readonly dir: string
  readonly entries: Entries
  readonly stats?: FileStats
}

/**
 * An index of `entries` for a folder that may contain other files. Stat data is recorded only for files that are the
 * same in both, so that git does not take a different file for unchanged.
 */
export async function indexBytes(entries: Entries, laidOut: LaidOut, idLength: number): Promise<Buffer> {
  const paths = [...entries.keys()].sort()
  const same = paths.filter(path => isSameEntry(entries.get(path)!, laidOut.entries.get(path)))
  const unknown = same.filter(path => !laidOut.stats?.has(path))
  const stats = new Map([...(laidOut.stats ?? []), ...(await fileStatsOf(laidOut.dir, unknown))])
  const isNoted = new Set(same)
  const header = Buffer.alloc(12)
  header.write('DIRC', 'latin1')
  header.writeUInt32BE(VERSION, 4)
  header.writeUInt32BE(entries.size, 8)
  const records = paths.map(path => record(path, entries.get(path)!, isNoted.has(path) ? stats.get(path)! : NO_STATS))
  const bytes = Buffer.concat([header, ...records])
  return Buffer.concat([bytes, Buffer.from(hash(algorithmOf(idLength), bytes, 'hex'), 'hex')])
}

const NO_STATS = new Uint8Array(STAT_BYTES)

export const isSameEntry = (entry: TreeEntry, other: TreeEntry | undefined): boolean =>
  other?.id === entry.id && other.mode === entry.mode

function record(path: BytePath, { mode, id }: TreeEntry, stats: Uint8Array): Buffer {
  const fixed = STAT_BYTES + id.length / 2 + FLAG_BYTES
  // At least one zero terminates the name, and each record is padded to a multiple of eight bytes.
  const bytes = Buffer.alloc(Math.floor((fixed + path.length + 8) / 8) * 8)
  bytes.set(stats)
  bytes.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT)
  bytes.write(id, STAT_BYTES, 'hex')
  bytes.writeUInt16BE(Math.min(path.length, NAME_LENGTH_MAX), fixed - FLAG_BYTES)
  bytes.write(path, fixed, 'latin1')
  return bytes
}
