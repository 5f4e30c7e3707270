import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes a directory away at once by renaming it, then deletes it and what an earlier crash left over. */
export async function removeDir(root: string, dir: string): Promise<void> {
  await moveToBin(root, dir)
  await emptyBin(root)
}

const binOf = (root: string): string => join(root, '.removed')

/** Takes a directory away at once by renaming it; `emptyBin` deletes it. */
export async function moveToBin(root: string, dir: string): Promise<void> {
  const bin = binOf(root)
  await mkdir(bin, { recursive: true })
  if (!(await isThere(dir))) return
  const away = join(bin, randomUUID())
  // A directory that may not be written cannot be moved to another parent either.
  await rename(dir, away).catch(async () => {
    await soften(bin, dir)
    await rename(dir, away)
  })
}

/** Deletes whatever was taken away. */
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
    // Somebody else may be deleting the same left-over; what remains is taken up next time.
    await rm(dir, { recursive: true, force: true }).catch(() => {})
    await Promise.all(lifted.map(path => deleteTree(bin, path)))
  }
}

/** Half of what the system takes in one piece, so that what lies below can still be named. */
const PATH_LENGTH_MAX = 2_000

/**
 * Makes a tree one that can be deleted. Package caches make folders read-only, which keeps their own owner from
 * deleting what is in them; and folders can lie deeper than any path can say: those are lifted out and given back.
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
