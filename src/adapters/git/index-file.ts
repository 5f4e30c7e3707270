/** The index of a fresh checkout, written without asking git: it would read every file again. */
import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { algorithmOf } from './object-writer.ts'
import { type BytePath, type Entries, placesIn, type TreeEntry } from './tree.ts'

const VERSION = 2
/** Two times, device, inode, mode, owner, group and size: ten numbers of four bytes. */
const STAT_BYTES = 40
const FLAG_BYTES = 2
const NAME_LENGTH_MAX = 0xfff

/**
 * An index that holds `entries` of the folder in which the files of `laidOut` lie. Time stamps are noted only of what
 * is the same in both, so that git takes no other file for unchanged.
 */
export function indexBytes(dir: string, entries: Entries, laidOut: Entries, idLength: number): Buffer {
  const place = placesIn(dir)
  const header = Buffer.alloc(12)
  header.write('DIRC', 'latin1')
  header.writeUInt32BE(VERSION, 4)
  header.writeUInt32BE(entries.size, 8)
  const parts: Buffer[] = [header]
  for (const path of [...entries.keys()].sort()) {
    const entry = entries.get(path)!
    const found = laidOut.get(path)
    const isSame = found?.id === entry.id && found.mode === entry.mode
    parts.push(record(path, entry, isSame ? place(path) : null))
  }
  const bytes = Buffer.concat(parts)
  return Buffer.concat([bytes, Buffer.from(hash(algorithmOf(idLength), bytes, 'hex'), 'hex')])
}

function record(path: BytePath, { mode, id }: TreeEntry, place: string | Buffer | null): Buffer {
  const fixed = STAT_BYTES + id.length / 2 + FLAG_BYTES
  // At least one zero ends the name, and each record is a multiple of eight bytes long.
  const bytes = Buffer.alloc(Math.floor((fixed + path.length + 8) / 8) * 8)
  if (place !== null) writeStat(bytes, place)
  bytes.writeUInt32BE(Number.parseInt(mode, 8), 24)
  bytes.write(id, STAT_BYTES, 'hex')
  bytes.writeUInt16BE(Math.min(path.length, NAME_LENGTH_MAX), fixed - FLAG_BYTES)
  bytes.write(path, fixed, 'latin1')
  return bytes
}

function writeStat(bytes: Buffer, place: string | Buffer): void {
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = lstatSync(place, { bigint: true })
  const numbers = [
    ctimeNs / 1_000_000_000n,
    ctimeNs % 1_000_000_000n,
    mtimeNs / 1_000_000_000n,
    mtimeNs % 1_000_000_000n,
    dev,
    ino,
    0n,
    uid,
    gid,
    size,
  ]
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(Number(number & 0xffff_ffffn), at * 4)
}
