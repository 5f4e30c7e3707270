import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

const BUFFERED_BYTES_MAX = 256 * 1024
const NEWLINE = 0x0a

/** A file with a size limit and a digest of its content. */
export interface OutputFile {
  /** Takes as much as still fits and returns exactly that part. */
  write(chunk: Buffer): Buffer
  /** Adds a line from another source: at once, or after the current line. */
  writeLine(line: string): void
  /** True if the disk is behind; writers should wait for `drained`. */
  readonly isBehind: boolean
  drained(): Promise<void>
  /** Resolves when every byte is in the file; rejects when one could not be written. */
  close(): Promise<{ readonly digest: string; readonly sizeBytes: number }>
}

/** Opens an empty file; `onFailure` is called once, when a write fails. */
export async function openOutputFile(
  path: string,
  limits: { readonly sizeBytesMax: number },
  onFailure: () => void,
): Promise<OutputFile> {
  await mkdir(dirname(path), { recursive: true })
  const stream = createWriteStream(path, { mode: 0o600, highWaterMark: BUFFERED_BYTES_MAX })
  await once(stream, 'open')
  const hash = createHash('sha256')
  let sizeBytes = 0
  const closed = new Promise<void>((resolve, reject) => {
    stream.once('close', resolve)
    stream.once('error', error => {
      onFailure()
      reject(error)
    })
  })
  // close() handles the rejection; until then it must not count as unhandled.
  closed.catch(() => {})

  let isAtLineStart = true
  let waiting: string[] = []
  const write = (chunk: Buffer): Buffer => {
    const kept = chunk.subarray(0, limits.sizeBytesMax - sizeBytes)
    if (kept.length === 0 || stream.destroyed) return kept
    sizeBytes += kept.length
    hash.update(kept)
    stream.write(kept)
    isAtLineStart = kept.at(-1) === NEWLINE
    return kept
  }
  const writeWaiting = (): void => {
    const lines = waiting
    waiting = []
    for (const line of lines) write(Buffer.from(`${line}\n`))
  }

  return {
    write(chunk) {
      const kept = write(chunk)
      if (isAtLineStart && waiting.length > 0) writeWaiting()
      return kept
    },
    writeLine(line) {
      waiting.push(line)
      if (isAtLineStart) writeWaiting()
    },
    get isBehind() {
      return stream.writableNeedDrain
    },
    drained: () =>
      new Promise(resolve => {
        const done = () => {
          stream.off('drain', done).off('close', done)
          resolve()
        }
        stream.on('drain', done).on('close', done)
      }),
    async close() {
      if (waiting.length > 0) {
        write(Buffer.from('\n'))
        writeWaiting()
      }
      stream.end()
      await closed
      return { digest: hash.digest('hex'), sizeBytes }
    },
  }
}
