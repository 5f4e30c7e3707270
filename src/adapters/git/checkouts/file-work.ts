/** Batch work on many files that runs synchronously on any thread, without git. */
import { lstatSync, readlinkSync } from 'node:fs'
import { statsAt } from '../../work-tree/stats-at.ts'
import { FileHasher } from '../objects/file-hash.ts'
import { objectId } from '../objects/object-writer.ts'
import { type BytePath, LINK, treePlacesIn } from '../objects/tree.ts'

/** The stat fields of an index entry: two times, device, inode, mode, owner, group and size, as ten 4-byte numbers. */
export const STAT_BYTES = 40
const PERMISSIONS = 0o7777

interface Place {
  readonly root: string
  /** Length of object ids: 40 or 64 characters. */
  readonly idLength: number
}
interface Expected {
  readonly path: BytePath
  readonly mode: string
  readonly id: string
}
/** When the checkout was completed, the umask applied to its modes, and how thoroughly files are compared. */
interface Seal {
  readonly sealedAt: number
  readonly umask: number
  readonly look: Look
}
/** Compare every byte, or only stat data. */
export type Look = 'bytes' | 'times'

/** Object ids of files by their bytes, ignoring time stamps. */
function ids({ root, idLength }: Place, paths: readonly BytePath[]): readonly string[] {
  const hasher = new FileHasher(root, idLength)
  return paths.map(path => hasher.read(path).id)
}

/** Whether files and links are still the ones checked out, untouched since. */
function untouched({ root, idLength, sealedAt, umask, look }: Place & Seal, files: readonly Expected[]): boolean {
  const hasher = new FileHasher(root, idLength)
  const place = treePlacesIn(root)
  return files.every(({ path, mode, id }) => {
    const at = place(path)
    const stats = lstatSync(at)
    if (stats.ctimeMs > sealedAt) return false
    if (mode === LINK)
      return stats.isSymbolicLink() && objectId('blob', readlinkSync(at, { encoding: 'buffer' }), id.length) === id
    const permissions = (mode === '100755' ? 0o777 : 0o666) & ~umask
    return (
      stats.isFile() &&
      stats.nlink === 1 &&
      (stats.mode & PERMISSIONS) === permissions &&
      (look === 'times' || hasher.read(path).id === id)
    )
  })
}

/** Index stat fields of the files, one record after the other. */
function stats({ root }: Pick<Place, 'root'>, paths: readonly BytePath[]): Uint8Array {
  const place = treePlacesIn(root)
  const bytes = Buffer.alloc(paths.length * STAT_BYTES)
  for (const [at, path] of paths.entries()) {
    const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = lstatSync(place(path), { bigint: true })
    const seconds = (time: bigint) => [time / 1_000_000_000n, time % 1_000_000_000n]
    const numbers = [...seconds(ctimeNs), ...seconds(mtimeNs), dev, ino, 0n, uid, gid, size]
    for (const [nth, number] of numbers.entries())
      bytes.writeUInt32BE(Number(number & 0xffff_ffffn), at * STAT_BYTES + nth * 4)
  }
  return bytes
}

/** Mode, size, mtime, ctime and inode of a file; all zero where there is none. */
export const MARK_NUMBERS = 5

/** How files change when a program touches them, one after the other. */
function marks({ root }: Pick<Place, 'root'>, paths: readonly BytePath[]): Float64Array {
  const place = treePlacesIn(root)
  const numbers = new Float64Array(paths.length * MARK_NUMBERS)
  for (const [at, path] of paths.entries()) {
    const found = statsAt(place(path))
    if (found) numbers.set([found.mode, found.size, found.mtimeMs, found.ctimeMs, found.ino], at * MARK_NUMBERS)
  }
  return numbers
}

export const FILE_WORK = { ids, untouched, stats, marks }
