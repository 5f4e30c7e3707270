import { open } from 'node:fs/promises'
import { cleanText } from '../../core/text/clean-text.ts'

const TAIL_BYTES_MAX = 8 * 1024

/** The end of an output that may still be growing. */
export interface Tail {
  /** Complete lines and the current one, as a person would have seen them. */
  readonly lines: readonly string[]
  /** When something was last written, in milliseconds. */
  readonly changedAt: number
}

/** Reads the last bytes of a file, however long it is; null if it does not exist. */
export async function readTail(path: string, bytesMax = TAIL_BYTES_MAX): Promise<Tail | null> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return null
  try {
    const { size, mtimeMs } = await file.stat()
    const from = Math.max(0, size - bytesMax)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(size, bytesMax)), { position: from })
    const lines = cleanText(buffer.subarray(0, bytesRead).toString('utf8')).split('\n')
    // If the beginning was cut, the first line is incomplete; if there is only one line, it is better than nothing.
    if (from > 0 && lines.length > 1) lines.shift()
    if (lines.at(-1)?.trim() === '') lines.pop()
    return { lines, changedAt: mtimeMs }
  } catch {
    // A file that disappears or cannot be read gives nothing.
    return null
  } finally {
    await file.close()
  }
}
