import { randomUUID } from 'node:crypto'
import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Deletes a folder, whatever a program left there: read-only folders, and ones that are nested deeper than a path can name.
 * These are moved to `bin` first, a folder on the same disk.
 */
export async function deleteTree(bin: string, dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true })
  } catch {
    const lifted = await soften(bin, dir)
    // Another process may be deleting the same leftovers; the rest is deleted next time.
    await rm(dir, { recursive: true, force: true }).catch(() => {})
    await Promise.all(lifted.map(path => deleteTree(bin, path)))
  }
}

/** Half of the system's maximum path length, so that paths below can still be named. */
const PATH_BYTES_MAX = 2_000

/**
 * Makes a tree deletable. Package caches make folders read-only, so even their owner cannot delete the contents; and
 * folders can be nested deeper than the maximum path length: those are moved up and returned.
 */
export async function soften(bin: string, dir: string): Promise<readonly string[]> {
  const stats = await lstat(dir).catch(() => null)
  if (!stats?.isDirectory()) return []
  await chmod(dir, 0o700).catch(() => {})
  if (Buffer.byteLength(dir) > PATH_BYTES_MAX) {
    const lifted = join(bin, randomUUID())
    return rename(dir, lifted).then(
      () => [lifted],
      () => [],
    )
  }
  const lifted: string[] = []
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isDirectory()) lifted.push(...(await soften(bin, join(dir, entry.name))))
  }
  return lifted
}
