/** Compares a folder with a fresh checkout of a tree, and turns the files of one tree into those of another. */
import { lstatSync, readdirSync } from 'node:fs'
import { mkdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import type { Tree } from '../../../core/plan/ids.ts'
import { readBytes } from '../objects/object-reader.ts'
import {
  type BytePath,
  bytePath,
  changesBetween,
  type Entries,
  GITLINK,
  LINK,
  readEntries,
  treePlacesIn,
} from '../objects/tree.ts'
import type { Look } from './file-work.ts'
import { withManyHands } from './worker-pool.ts'

const PERMISSIONS = 0o7777

/**
 * Whether every byte, name, type and mode below a folder matches the tree, with no extra files, and nothing was
 * touched since `sealedAt`. Contents are hashed, because time stamps can be forged and writes through mapped memory
 * may not update them. Changes invisible in a file itself (attributes, access lists, hard links) update its ctime,
 * which cannot be set.
 */
export async function isExactly(
  vaultDir: string,
  tree: Tree,
  { dir, sealedAt, look = 'bytes' }: { readonly dir: string; readonly sealedAt: number; readonly look?: Look },
): Promise<boolean> {
  const umask = process.umask()
  const entries = await readEntries(vaultDir, tree)
  const place = treePlacesIn(dir)
  // The number of names is right and each expected name exists, so there is nothing else.
  const isFolder = ([path, names]: readonly [BytePath, number]): boolean => {
    const stats = lstatSync(place(path))
    return (
      stats.isDirectory() &&
      stats.ctimeMs <= sealedAt &&
      (stats.mode & PERMISSIONS) === (0o777 & ~umask) &&
      readdirSync(place(path)).length === names
    )
  }
  const files = [...entries].flatMap(([path, { mode, id }]) => (mode === GITLINK ? [] : [{ path, mode, id }]))
  try {
    if (![...foldersIn(entries)].every(isFolder)) return false
    const looks = await withManyHands('untouched', { root: dir, idLength: tree.length, sealedAt, umask, look }, files)
    return looks.every(Boolean)
  } catch {
    // A missing or unreadable file is not as it was made.
    return false
  }
}

/** Every folder of a checkout, outermost first, with the number of names in it; a submodule's folder is empty. */
function foldersIn(entries: Entries): ReadonlyMap<BytePath, number> {
  const folders = new Map<BytePath, number>([['', 0]])
  const addName = (path: BytePath): void => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const names = folders.get(folder)
    if (names === undefined) addName(folder)
    folders.set(folder, (names ?? 0) + 1)
  }
  for (const [path, { mode }] of entries) {
    addName(path)
    if (mode === GITLINK) folders.set(path, 0)
  }
  return folders
}

/** Turns an exact checkout of one tree into one of another; only differences are written. */
export async function changeCheckout(vaultDir: string, dir: string, from: Tree, to: Tree): Promise<void> {
  const changes = (await changesBetween(vaultDir, from, to)).map(({ path, status }) => ({
    path: bytePath(path),
    status,
  }))
  const place = treePlacesIn(dir)
  // Deletions first: a folder may replace a file, or a file a folder.
  for (const { path, status } of changes) {
    if (status === 'added') continue
    await rm(place(path), { recursive: true })
    await removeEmptyFolders(place, path)
  }
  const after = await readEntries(vaultDir, to)
  for (const { path, status } of changes) {
    if (status === 'deleted') continue
    const { mode, id } = after.get(path)!
    const slash = path.lastIndexOf('/')
    if (slash > 0) await mkdir(place(path.slice(0, slash)), { recursive: true })
    if (mode === GITLINK) await mkdir(place(path))
    else if (mode === LINK) await symlink(await readBytes(vaultDir, id), place(path))
    else
      await writeFile(place(path), await readBytes(vaultDir, id), {
        mode: mode === '100755' ? 0o777 : 0o666,
        flag: 'wx',
      })
  }
}

/** Git stores no empty folders. */
async function removeEmptyFolders(place: (path: BytePath) => string | Buffer, path: BytePath): Promise<void> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const isGone = await rmdir(place(path.slice(0, slash))).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
