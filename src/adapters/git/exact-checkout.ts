/** Whether a folder is exactly what a checkout of a tree makes, and how one tree's files become another's. */
import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { mkdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import type { Tree } from '../../core/ids.ts'
import { FileHasher } from './file-hash.ts'
import { readBytes } from './object-reader.ts'
import { objectId } from './object-writer.ts'
import {
  type BytePath,
  bytePath,
  changesBetween,
  GITLINK,
  LINK,
  placesIn,
  readEntries,
  type TreeEntry,
} from './tree.ts'
import { FOLDER_MODE, readFolder } from './tree-object.ts'

const PERMISSIONS = 0o7777
/** About ten milliseconds. */
const TURN_FILES = 1_000

/**
 * Whether every byte, name, kind and mode below a folder is that of the tree, with nothing else beside, and nothing
 * was touched since `sealedAt`. Contents are hashed, because time stamps can be forged and writes through mapped
 * memory may leave none. What no look at a file shows (attributes, access lists, further names) changes its ctime,
 * which nobody can set.
 */
export async function isExactly(
  vaultDir: string,
  tree: Tree,
  { dir, sealedAt }: { readonly dir: string; readonly sealedAt: number },
): Promise<boolean> {
  const place = placesIn(dir)
  const hasher = new FileHasher(dir, tree.length)
  const umask = process.umask()
  let turnLeft = TURN_FILES
  const untouched = (stats: Stats, mode: number): boolean =>
    stats.ctimeMs <= sealedAt && (stats.mode & PERMISSIONS) === (mode & ~umask)

  const isEntry = (path: BytePath, { mode, id }: TreeEntry): boolean | Promise<boolean> => {
    const stats = lstatSync(place(path))
    if (mode === FOLDER_MODE || mode === GITLINK)
      return stats.isDirectory() && untouched(stats, 0o777) && isFolder(path, mode === GITLINK ? null : id)
    if (mode === LINK)
      return (
        stats.isSymbolicLink() &&
        stats.ctimeMs <= sealedAt &&
        objectId('blob', readlinkSync(place(path), { encoding: 'buffer' }), id.length) === id
      )
    return (
      stats.isFile() &&
      stats.nlink === 1 &&
      untouched(stats, mode === '100755' ? 0o777 : 0o666) &&
      hasher.read(path).id === id
    )
  }
  const isFolder = async (path: BytePath, id: string | null): Promise<boolean> => {
    const entries = id === null ? new Map<string, TreeEntry>() : await readFolder(vaultDir, id)
    const names = readdirSync(place(path), { encoding: 'buffer' })
    if (names.length !== entries.size) return false
    for (const [name, entry] of entries) {
      if (turnLeft-- === 0) {
        turnLeft = TURN_FILES
        await pause()
      }
      const found = isEntry(path === '' ? name : `${path}/${name}`, entry)
      if (!(found === true || (await found))) return false
    }
    return true
  }
  try {
    const top = lstatSync(dir)
    return top.isDirectory() && untouched(top, 0o777) && (await isFolder('', tree))
  } catch {
    // What is missing, or cannot be read, is not as it was made.
    return false
  }
}

/** Makes an exact checkout of one tree one of another; only what differs is written. */
export async function changeCheckout(vaultDir: string, dir: string, from: Tree, to: Tree): Promise<void> {
  const changes = (await changesBetween(vaultDir, from, to)).map(({ path, status }) => ({
    path: bytePath(path),
    status,
  }))
  const place = placesIn(dir)
  // What goes, goes first: a folder may take the place of a file, and the other way round.
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

/** Git keeps no empty folders. */
async function removeEmptyFolders(place: (path: BytePath) => string | Buffer, path: BytePath): Promise<void> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const isGone = await rmdir(place(path.slice(0, slash))).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
