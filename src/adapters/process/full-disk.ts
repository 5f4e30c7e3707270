import { statfsSync } from 'node:fs'

/** Less than this is as good as nothing: one more checkout does not fit. */
const FREE_BYTES_MIN = 1024 * 1024

/** Whether nothing more fits onto the disk that a folder lies on: no bytes, or no files. */
export function isDiskFull(dir: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dir)
    return bavail * bsize < FREE_BYTES_MIN || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}
