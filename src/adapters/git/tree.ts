/** Trees as maps from path to entry, read and written through an index file that belongs to nobody else. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeStatus, FileChange } from '../../core/event.ts'
import { type Tree, tree } from '../../core/ids.ts'
import { git, gitLine } from './git.ts'

/** A path as git stores it: one character per byte, because a name need not be valid UTF-8. */
export type BytePath = string

export const bytePath = (path: string): BytePath => Buffer.from(path).toString('latin1')
export const shownPath = (path: BytePath): string => Buffer.from(path, 'latin1').toString()

export interface TreeEntry {
  readonly mode: string
  readonly id: string
}
export type Entries = ReadonlyMap<BytePath, TreeEntry>

/** The mode of a submodule: a commit of another repository. */
export const GITLINK = '160000'
export const LINK = '120000'

/** Every file, link and submodule of a tree. */
export async function readEntries(gitDir: string, from: Tree): Promise<Map<BytePath, TreeEntry>> {
  const output = await git({ gitDir, args: ['ls-tree', '-r', '-z', '--full-tree', from] })
  const entries = new Map<BytePath, TreeEntry>()
  for (const record of output.toString('latin1').split('\0')) {
    const tab = record.indexOf('\t')
    if (tab < 0) continue
    const [mode = '', , id = ''] = record.slice(0, tab).split(' ')
    // Very old histories hold a mode that git itself reads as the ordinary one.
    entries.set(record.slice(tab + 1), { mode: mode === '100664' ? '100644' : mode, id })
  }
  return entries
}

/** The tree that differs from `from` (whose entries are `before`) in being `after`. */
export async function writeEntries(gitDir: string, from: Tree, before: Entries, after: Entries): Promise<Tree> {
  const removals: string[] = []
  const additions: string[] = []
  const zero = '0'.repeat(from.length)
  for (const path of before.keys()) {
    if (!after.has(path)) removals.push(`0 ${zero}\t${path}\0`)
  }
  for (const [path, entry] of after) {
    const old = before.get(path)
    if (old?.id === entry.id && old.mode === entry.mode) continue
    additions.push(`${entry.mode} ${entry.id}\t${path}\0`)
  }
  if (removals.length + additions.length === 0) return from
  // Removals first, so that a folder may take the place of a file.
  const stdin = Buffer.from([...removals, ...additions].join(''), 'latin1')
  return withIndexFile(async indexFile => {
    await git({ gitDir, indexFile, args: ['read-tree', from] })
    await git({ gitDir, indexFile, args: ['update-index', '-z', '--index-info'], stdin })
    return tree(await gitLine({ gitDir, indexFile, args: ['write-tree'] }))
  })
}

/** Lends an index file outside of every tree and every repository. */
export async function withIndexFile<T>(use: (indexFile: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'pm-agent-index-'))
  try {
    return await use(join(dir, 'index'))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Stores bytes as they are. */
export async function writeBlob(gitDir: string, bytes: string | Buffer): Promise<string> {
  return gitLine({ gitDir, args: ['hash-object', '-w', '--stdin'], stdin: bytes })
}

const STATUS: Readonly<Record<string, ChangeStatus>> = { A: 'added', D: 'deleted' }

/** What changed between two trees, in git's order of paths. */
export async function changesBetween(gitDir: string, from: Tree, to: Tree): Promise<readonly FileChange[]> {
  if (from === to) return []
  const args = ['diff-tree', '-r', '-z', '--name-status', '--no-renames', '--ignore-submodules=none', from, to]
  const fields = (await git({ gitDir, args })).toString().split('\0')
  const changes: FileChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    changes.push({ path: fields[at + 1]!, status: STATUS[fields[at]!] ?? 'modified' })
  }
  return changes
}
