/** Trees as maps from path to entry, read and written through an index file that belongs to nobody else. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeStatus, FileChange } from '../../core/event.ts'
import { type Tree, tree } from '../../core/ids.ts'
import { git, gitLine } from './git.ts'

/** A path as git stores it: one character per byte, because a name need not be valid UTF-8. */
export type BytePath = string

/** A byte that is no part of any UTF-8 character, as text holds it: a surrogate that stands alone. */
const LONE = /[\udc80-\udcff]/u
const LONE_MIN = 0xdc00
/** UTF-8 over one character per byte. */
const VALID =
  /(?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+/g

/** The bytes of a path that is held as text. */
export function bytePath(path: string): BytePath {
  if (!LONE.test(path)) return Buffer.from(path).toString('latin1')
  const part = (text: string) =>
    LONE.test(text) ? String.fromCharCode(text.charCodeAt(0) - LONE_MIN) : Buffer.from(text).toString('latin1')
  return path
    .split(/([\udc80-\udcff])/u)
    .map(part)
    .join('')
}

/** A path as text. Bytes that are not UTF-8 are held in a way that `bytePath` takes back: no two names become one. */
export function shownPath(path: BytePath): string {
  const text = Buffer.from(path, 'latin1').toString()
  if (!text.includes('\ufffd')) return text
  let shown = ''
  let at = 0
  for (const { 0: valid, index } of path.matchAll(VALID)) {
    shown += lone(path.slice(at, index)) + Buffer.from(valid, 'latin1').toString()
    at = index + valid.length
  }
  return shown + lone(path.slice(at))
}

const lone = (bytes: BytePath): string =>
  bytes.replace(/./gs, byte => String.fromCharCode(byte.charCodeAt(0) + LONE_MIN))

/** Whether a path can be given to a program as an argument, which is always UTF-8. */
export const isArgument = (path: string): boolean => !LONE.test(path)

/** The records of an output that ends each of them with a zero byte. */
export function pathsIn(output: Buffer): string[] {
  const text = output.toString()
  const paths = text.includes('\ufffd') ? output.toString('latin1').split('\0').map(shownPath) : text.split('\0')
  return paths.slice(0, -1)
}

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
    // The index is gone in a moment: only the objects that come of it are worth a wait for the disk.
    await git({ gitDir, indexFile, durable: false, args: ['read-tree', from] })
    await git({ gitDir, indexFile, durable: false, args: ['update-index', '-z', '--index-info'], stdin })
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
  const fields = pathsIn(await git({ gitDir, args }))
  const changes: FileChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    changes.push({ path: fields[at + 1]!, status: STATUS[fields[at]!] ?? 'modified' })
  }
  return changes
}
