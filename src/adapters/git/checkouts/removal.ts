import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteTree, soften } from '../../work-tree/delete-tree.ts'

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
