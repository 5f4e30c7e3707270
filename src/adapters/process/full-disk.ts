import { statfsSync } from 'node:fs'

/** Below this, another checkout does not fit. */
const FREE_BYTES_MIN = 1024 * 1024

/** Whether the disk of a folder is full: no bytes, or no inodes. */
export function isDiskFull(dir: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dir)
    return bavail * bsize < FREE_BYTES_MIN || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}
