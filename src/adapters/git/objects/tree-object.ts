/** Single trees as git stores them: the entries of one folder. They are immutable, so recent ones are cached. */
import { type Tree, tree } from '../../../core/plan/ids.ts'
import { readBytes } from './object-reader.ts'
import { writeObject } from './object-writer.ts'

export interface FolderEntry {
  readonly mode: string
  readonly id: string
}
/** The entries of a folder by name, one character per byte, in git's order. */
export type Folder = ReadonlyMap<string, FolderEntry>

export const FOLDER_MODE = '40000'

/** Enough for a few projects of ten thousand files. */
const KEPT_ENTRIES_MAX = 200_000

const kept = new Map<string, Folder>()
let keptEntries = 0

/** The entries of one tree, without those of its subfolders. */
export async function readFolder(gitDir: string, id: string): Promise<Folder> {
  const key = `${gitDir}\0${id}`
  const known = kept.get(key)
  if (known) return known
  const folder = parse(await readBytes(gitDir, id), id.length)
  keep(key, folder)
  return folder
}

/** Stores one tree; its entries may come in any order. */
export async function writeFolder(gitDir: string, entries: Folder, idLength: number): Promise<Tree> {
  const sorted = [...entries].sort(([left, a], [right, b]) => (sortName(left, a) < sortName(right, b) ? -1 : 1))
  const parts = sorted.flatMap(([name, { mode, id }]) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(id, 'hex'),
  ])
  const id = await writeObject(gitDir, 'tree', Buffer.concat(parts), { idLength })
  keep(`${gitDir}\0${id}`, new Map(sorted))
  return tree(id)
}

/** Git sorts a folder as if its name ended in a slash. */
export const sortName = (name: string, { mode }: FolderEntry): string => (mode === FOLDER_MODE ? `${name}/` : name)

function parse(bytes: Buffer, idLength: number): Folder {
  const entries = new Map<string, FolderEntry>()
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at)
    const zero = bytes.indexOf(0, space)
    const mode = bytes.toString('latin1', at, space)
    const end = zero + 1 + idLength / 2
    // Very old histories contain a mode that git itself reads as the regular one.
    entries.set(bytes.toString('latin1', space + 1, zero), {
      mode: mode === '100664' ? '100644' : mode.replace(/^0+/, ''),
      id: bytes.toString('hex', zero + 1, end),
    })
    at = end
  }
  return entries
}

function keep(key: string, folder: Folder): void {
  if (kept.has(key)) return
  kept.set(key, folder)
  keptEntries += folder.size + 1
  for (const [oldest, { size }] of kept) {
    if (keptEntries <= KEPT_ENTRIES_MAX) break
    kept.delete(oldest)
    keptEntries -= size + 1
  }
}
