import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes a directory away at once by renaming it, then deletes it and what an earlier crash left over. */
export async function removeDir(root: string, dir: string): Promise<void> {
  const bin = join(root, '.removed')
  await mkdir(bin, { recursive: true })
  if (await isThere(dir)) {
    const away = join(bin, randomUUID())
    // A directory that may not be written cannot be moved to another parent either.
    await rename(dir, away).catch(async () => {
      await makeWritable(dir)
      await rename(dir, away)
    })
  }
  const leftOver = await readdir(bin)
  await Promise.all(leftOver.map(name => deleteTree(join(bin, name))))
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Package caches make folders read-only, which keeps their own owner from deleting what is in them. */
async function deleteTree(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true })
  } catch {
    await makeWritable(dir)
    // Somebody else may be deleting the same left-over; what remains is taken up next time.
    await rm(dir, { recursive: true, force: true }).catch(() => {})
  }
}

async function makeWritable(dir: string): Promise<void> {
  const stats = await lstat(dir).catch(() => null)
  if (!stats?.isDirectory()) return
  await chmod(dir, 0o700).catch(() => {})
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isDirectory()) await makeWritable(join(dir, entry.name))
  }
}
