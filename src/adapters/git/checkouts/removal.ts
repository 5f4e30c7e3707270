import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a directory at once by renaming it, then deletes it together with leftovers of earlier crashes. */
export async function removeDir(root: string, dir: string): Promise<void> {
  await moveToBin(root, dir)
  await emptyBin(root)
}

const binOf = (root: string): string => join(root, '.removed')

/** Removes a directory at once by renaming it; `emptyBin` deletes it. */
export async function moveToBin(root: string, dir: string): Promise<void> {
  const bin = binOf(root)
  await mkdir(bin, { recursive: true })
  if (!(await isThere(dir))) return
  const away = join(bin, randomUUID())
  // A read-only directory cannot be moved to another parent either.
  await rename(dir, away).catch(async () => {
    await soften(bin, dir)
    await rename(dir, away)
  })
}

/** Deletes all removed directories. */
export async function emptyBin(root: string): Promise<void> {
  const bin = binOf(root)
  const leftOver = await readdir(bin).catch(() => [])
  await Promise.all(leftOver.map(name => deleteTree(bin, join(bin, name))))
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function deleteTree(bin: string, dir: string): Promise<void> {
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
const PATH_LENGTH_MAX = 2_000

/**
 * Makes a tree deletable. Package caches make folders read-only, so even their owner cannot delete the contents; and
 * folders can be nested deeper than the maximum path length: those are moved up and returned.
 */
async function soften(bin: string, dir: string): Promise<readonly string[]> {
  const stats = await lstat(dir).catch(() => null)
  if (!stats?.isDirectory()) return []
  await chmod(dir, 0o700).catch(() => {})
  if (dir.length > PATH_LENGTH_MAX) {
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
