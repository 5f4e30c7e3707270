import type { Tree } from '../../../core/plan/ids.ts'
import type { TreeEdit } from '../../../ports.ts'
import { writeObject } from './object-writer.ts'
import { type BytePath, bytePath, readEntries, type TreeEntry, writeEntries } from './tree.ts'

/** Applies edits in order; when copying from another tree, a path may also name a folder. */
export async function editTree(gitDir: string, tree: Tree, edits: readonly TreeEdit[]): Promise<Tree> {
  const before = await readEntries(gitDir, tree)
  const after = new Map(before)
  const others = new Map<Tree, ReadonlyMap<BytePath, TreeEntry>>()
  for (const edit of edits) {
    const path = bytePath(edit.path)
    if ('text' in edit) {
      const mode = regularMode(after.get(path))
      const id = await writeObject(gitDir, 'blob', Buffer.from(edit.text), { idLength: tree.length })
      take(after, path)
      put(after, path, { mode, id })
      continue
    }
    take(after, path)
    if (!('from' in edit)) continue
    const other = others.get(edit.from) ?? (await readEntries(gitDir, edit.from))
    others.set(edit.from, other)
    for (const [place, entry] of at(other, path)) put(after, place, entry)
  }
  return writeEntries(gitDir, tree, before, after)
}

/** The tree without some files and folders (paths that end in `/`). */
export async function treeWithout(gitDir: string, tree: Tree, paths: readonly string[]): Promise<Tree> {
  const before = await readEntries(gitDir, tree)
  const files = new Set(paths.map(bytePath))
  const folders = [...files].filter(path => path.endsWith('/'))
  const after = new Map(before)
  for (const path of before.keys()) {
    if (files.has(path) || folders.some(folder => path.startsWith(folder))) after.delete(path)
  }
  return writeEntries(gitDir, tree, before, after)
}

/** New text keeps the file's executable bit. */
function regularMode(entry: TreeEntry | undefined): string {
  return entry?.mode === '100755' ? entry.mode : '100644'
}

function at(entries: ReadonlyMap<BytePath, TreeEntry>, path: BytePath): readonly (readonly [BytePath, TreeEntry])[] {
  const exact = entries.get(path)
  if (exact !== undefined) return [[path, exact]]
  const folder = path.endsWith('/') ? path : `${path}/`
  return [...entries].filter(([place]) => place.startsWith(folder))
}

function take(entries: Map<BytePath, TreeEntry>, path: BytePath): void {
  for (const [place] of at(entries, path)) entries.delete(place)
}

/** Removes a file whose path is now needed as a folder. */
function put(entries: Map<BytePath, TreeEntry>, path: BytePath, entry: TreeEntry): void {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    entries.delete(path.slice(0, slash))
  }
  entries.set(path, entry)
}
