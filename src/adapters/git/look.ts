/** Many files of a tree in a handful of processes, whatever their number. */
import type { Tree } from '../../core/ids.ts'
import { invariant } from '../../core/result.ts'
import type { TreeItem } from '../../ports.ts'
import { git } from './git.ts'
import { bytePath, GITLINK, LINK, readEntries, type TreeEntry } from './tree.ts'

const KINDS: Readonly<Record<string, TreeItem['is']>> = {
  '100755': 'executable',
  [LINK]: 'link',
  [GITLINK]: 'submodule',
}
/** Git itself takes a file for binary when a zero byte is among its first ones. */
const BINARY_BYTES = 8_000

/** What lies at these paths: a text is read up to that size, and never through a filter. */
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
  const blobs = [...new Set(found.filter(({ entry }) => entry.mode !== GITLINK).map(({ entry }) => entry.id))]
  const sizes = await sizesOf(gitDir, blobs)
  const small = blobs.filter(id => sizes.get(id)! <= textBytesMax)
  const texts = await textsOf(gitDir, small)
  return new Map(found.map(({ path, entry }) => [path, itemOf(entry, sizes, texts)]))
}

function itemOf(
  entry: TreeEntry,
  sizes: ReadonlyMap<string, number>,
  texts: ReadonlyMap<string, string | null>,
): TreeItem {
  return {
    is: KINDS[entry.mode] ?? 'file',
    sizeBytes: sizes.get(entry.id) ?? 0,
    text: texts.get(entry.id) ?? null,
  }
}

async function sizesOf(gitDir: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)']
  const lines = (await git({ gitDir, args, stdin: `${ids.join('\n')}\n` })).toString().trimEnd().split('\n')
  return new Map(lines.map(line => [line.split(' ')[0]!, Number(line.split(' ')[1])]))
}

async function textsOf(gitDir: string, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>()
  if (ids.length === 0) return texts
  const output = await git({ gitDir, args: ['cat-file', '--batch'], stdin: `${ids.join('\n')}\n` })
  let at = 0
  for (const id of ids) {
    const headEnd = output.indexOf(0x0a, at)
    const [name, , size] = output.subarray(at, headEnd).toString().split(' ')
    invariant(name === id, `${id} is in the vault`)
    const bytes = output.subarray(headEnd + 1, headEnd + 1 + Number(size))
    texts.set(id, bytes.subarray(0, BINARY_BYTES).includes(0) ? null : bytes.toString())
    at = headEnd + 1 + bytes.length + 1
  }
  return texts
}
