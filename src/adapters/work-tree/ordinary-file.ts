/** Files of a work tree that others have written: a name may stand for a pipe, a device, a folder or a link to somewhere else. */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { err, ok, type Result } from '../../core/result.ts'

const MEGABYTES_MAX = 16
const MEGABYTE_BYTES = 1024 * 1024

/** `words` continue "it cannot be read: ". */
export interface FileProblem {
  readonly is: 'missing' | 'no-file' | 'unreadable'
  readonly words: string
}

/** The bytes of a file, or why there are none. Nothing else than a file is opened, and none is waited for. */
export function readOrdinaryFile(path: string, megabytesMax = MEGABYTES_MAX): Result<Buffer, FileProblem> {
  try {
    // Opening a device may do something.
    const before = unusable(statSync(path), megabytesMax)
    if (before) return err(before)
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const now = unusable(fstatSync(file), megabytesMax)
      return now ? err(now) : ok(readFileSync(file))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return err({ is: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', words: code })
  }
}

/** The same as text; null where a caller does without. */
export function ordinaryText(path: string): string | null {
  const read = readOrdinaryFile(path)
  return read.ok ? read.value.toString('utf8') : null
}

function unusable(stats: Stats, megabytesMax: number): FileProblem | null {
  if (!stats.isFile()) return { is: 'no-file', words: `it is ${kindOf(stats)}` }
  if (stats.size <= megabytesMax * MEGABYTE_BYTES) return null
  return { is: 'unreadable', words: `it is larger than ${megabytesMax} MB` }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** Where a path in a repository leads to by links, if that is not one of its files; null otherwise. */
export function wayOut(top: string, path: string): string | null {
  if (!isBelow(top, resolve(path))) return null
  try {
    const real = realpathSync(path)
    const realTop = realpathSync(top)
    return isBelow(realTop, real) && !isBelow(join(realTop, '.git'), real) ? null : real
  } catch {
    // A missing file leads nowhere.
    return null
  }
}

const isBelow = (top: string, path: string): boolean => {
  const inside = relative(top, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`) && join(top, inside) === path
}
