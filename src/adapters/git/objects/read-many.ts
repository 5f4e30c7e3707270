/** Reads many files of a tree at once through the long-lived git process. */
import type { Tree } from '../../../core/plan/ids.ts'
import type { TreeItem } from '../../../core/proof/tree-item.ts'
import { readBytes } from './object-reader.ts'
import { bytePath, GITLINK, LINK, readEntries, type TreeEntry } from './tree.ts'

const KINDS: Readonly<Record<string, TreeItem['is']>> = {
  '100755': 'executable',
  [LINK]: 'link',
  [GITLINK]: 'submodule',
}
/** Like git, treats a file as binary if its first bytes contain a zero byte. */
const BINARY_BYTES = 8_000

/** The entries at these paths; texts are read up to that size, never through a filter. */
export async function lookAt(
  gitDir: string,
  of: Tree,
  paths: readonly string[],
  textBytesMax: number,
): Promise<ReadonlyMap<string, TreeItem>> {
  if (paths.length === 0) return new Map()
  const entries = await readEntries(gitDir, of)
  const found = paths.flatMap(path => {
    const entry = entries.get(bytePath(path))
    return entry ? [{ path, entry }] : []
  })
  const items = await Promise.all(
    found.map(async ({ path, entry }) => [path, await itemOf(gitDir, entry, textBytesMax)] as const),
  )
  return new Map(items)
}

async function itemOf(gitDir: string, { mode, id }: TreeEntry, textBytesMax: number): Promise<TreeItem> {
  const is = KINDS[mode] ?? 'file'
  if (is === 'submodule') return { is, sizeBytes: 0, text: null }
  const bytes = await readBytes(gitDir, id)
  const isText = bytes.length <= textBytesMax && !bytes.subarray(0, BINARY_BYTES).includes(0)
  return { is, sizeBytes: bytes.length, text: isText ? bytes.toString() : null }
}
