/** Object ids of files by their raw bytes: no filters, no line-ending conversion, and time stamps are not trusted. */
import { createHash, hash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { algorithmOf } from './object-writer.ts'
import { type BytePath, treePlacesIn } from './tree.ts'

/** Room for `blob <size>` in front of the bytes. */
const HEADER_BYTES = 32
const FIRST_BYTES = 256 * 1024
const CHUNK_BYTES = 1024 * 1024
/** Follows no link, and does not block on a pipe that replaced a file. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads files below a folder one by one into the same buffer: ten thousand in a tenth of a second. */
export class FileHasher {
  readonly #place: (path: BytePath) => string | Buffer
  readonly #algorithm: 'sha1' | 'sha256'
  #memory = Buffer.allocUnsafe(HEADER_BYTES + FIRST_BYTES)

  constructor(root: string, idLength: number) {
    this.#place = treePlacesIn(root)
    this.#algorithm = algorithmOf(idLength)
  }

  /** The id of a file; until the next file is read, `bytes` copies exactly the hashed bytes. */
  read(path: BytePath): { readonly id: string; readonly bytes: () => Buffer } {
    const file = this.#open(path)
    try {
      let end = HEADER_BYTES
      for (;;) {
        end += readSync(file, this.#memory, end, this.#memory.length - end, null)
        // Only the end of a file gives fewer bytes than requested.
        if (end < this.#memory.length) break
        this.#memory = Buffer.concat([this.#memory], end * 2)
      }
      const header = `blob ${end - HEADER_BYTES}\0`
      const start = HEADER_BYTES - header.length
      this.#memory.write(header, start, 'latin1')
      return {
        id: hash(this.#algorithm, this.#memory.subarray(start, end), 'hex'),
        bytes: () => Buffer.from(this.#memory.subarray(HEADER_BYTES, end)),
      }
    } finally {
      closeSync(file)
    }
  }

  /** The id of a file that may be larger than memory. */
  idOf(path: BytePath): string {
    const file = this.#open(path)
    try {
      const sum = createHash(this.#algorithm).update(`blob ${fstatSync(file).size}\0`)
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      for (;;) {
        const count = readSync(file, chunk, 0, CHUNK_BYTES, null)
        if (count === 0) return sum.digest('hex')
        sum.update(chunk.subarray(0, count))
      }
    } finally {
      closeSync(file)
    }
  }

  #open(path: BytePath): number {
    return openSync(this.#place(path), FLAGS)
  }
}
