import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Total size of the files below a folder in bytes; unreadable ones count as zero. */
export function bytesBelow(dir: string): number {
  return entriesOf(dir).reduce((sum, entry) => {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) return sum + bytesBelow(path)
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}

/** The direct subfolders of a folder. */
export const foldersIn = (dir: string): readonly string[] =>
  entriesOf(dir)
    .filter(entry => entry.isDirectory())
    .map(entry => join(dir, entry.name))

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch {
    return []
  }
}
