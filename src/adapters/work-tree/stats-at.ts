import { lstatSync, type Stats } from 'node:fs'

/** What lies at a path; undefined where nothing can be seen: a folder above it may be gone, locked or a file. */
export function statsAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
