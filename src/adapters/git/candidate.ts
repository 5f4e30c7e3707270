/** What an attempt did, read from its files: bytes are hashed raw into the vault, and the agent's git is never asked. */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { posix } from 'node:path'
import type { Commit, Tree } from '../../core/ids.ts'
import { treeOfCommit } from './commit.ts'
import { git } from './git.ts'
import { openIgnoreRules } from './ignore-rules.ts'
import {
  type BytePath,
  type Entries,
  GITLINK,
  LINK,
  readEntries,
  shownPath,
  type TreeEntry,
  writeBlob,
  writeEntries,
} from './tree.ts'
import { COUNT_MAX, type Findings, type FoundFile, isOurs, walkWorkspace } from './walk.ts'

export interface Candidate {
  readonly baseTree: Tree
  readonly tree: Tree
  readonly notes: readonly string[]
}
export interface CandidateSpec {
  readonly vaultDir: string
  readonly dir: string
  readonly base: Commit
  readonly fileMbMax: number
  /** Files and folders that somebody else put there; only what the base has of them is looked at. */
  readonly leaveOut?: readonly string[]
}

/** Walks a workspace and stores what it holds as a tree of the vault. */
export async function readCandidate({ vaultDir, dir, base, fileMbMax, leaveOut }: CandidateSpec): Promise<Candidate> {
  const baseTree = await treeOfCommit(vaultDir, base)
  const before = await readEntries(vaultDir, baseTree)
  const found = without(
    leaveOut ?? [],
    before,
    await walkWorkspace(dir, before, await openIgnoreRules(vaultDir, before)),
  )
  const isOversized = (file: FoundFile) => file.sizeBytes > fileMbMax * 1024 * 1024
  const after = new Map<BytePath, TreeEntry>()

  const files = found.files.filter(file => !isOversized(file))
  const ids = await hashFiles(vaultDir, dir, files, { store: true })
  for (const [at, file] of files.entries()) after.set(file.path, { mode: modeOf(file), id: ids[at]! })
  await addLinks(vaultDir, found, before, after)

  const oversized = await changedOversized(vaultDir, dir, found.files.filter(isOversized), before, after)
  keepFromBase(before, after, found)
  const tree = await writeEntries(vaultDir, baseTree, before, after)
  return { baseTree, tree, notes: notesOn(found, oversized, fileMbMax) }
}

/** So many files are no work for a second process. */
const HASHED_BY_ONE = 4_000

/** Without what was put there and is not of the base. */
function without(paths: readonly string[], before: Entries, found: Findings): Findings {
  if (paths.length === 0) return found
  const places = paths.map(path => Buffer.from(path).toString('latin1'))
  const stays = ({ path }: { readonly path: BytePath }): boolean =>
    before.has(path) || !places.some(place => path === place || path.startsWith(`${place}/`))
  return { ...found, files: found.files.filter(stays), links: found.links.filter(stays) }
}

const modeOf = (file: FoundFile): string => (file.executable ? '100755' : '100644')

/** The ids of files by their bytes as they lie there: no filter, no end-of-line conversion. */
async function hashFiles(
  gitDir: string,
  dir: string,
  files: readonly FoundFile[],
  { store }: { readonly store: boolean },
): Promise<readonly string[]> {
  const root = Buffer.from(dir).toString('latin1')
  const args = ['hash-object', ...(store ? ['-w'] : []), '--no-filters', '--stdin-paths']
  const ids = async (part: readonly FoundFile[]): Promise<readonly string[]> => {
    const stdin = Buffer.from(part.map(file => `${quoted(`${root}/${file.path}`)}\n`).join(''), 'latin1')
    return (await git({ gitDir, args, stdin })).toString().trimEnd().split('\n')
  }
  const processes = Math.min(availableParallelism(), Math.ceil(files.length / HASHED_BY_ONE))
  const size = Math.ceil(files.length / processes)
  const parts = Array.from({ length: processes }, (_, at) => files.slice(at * size, (at + 1) * size))
  return (await Promise.all(parts.map(ids))).flat()
}

/** Git reads a quoted name as a string of C, which can hold a newline. */
function quoted(path: BytePath): string {
  const escaped = (character: string) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  return `"${path.replace(/[^\x20-\x7e]|["\\]/g, escaped)}"`
}

async function addLinks(gitDir: string, found: Findings, before: Entries, after: Map<BytePath, TreeEntry>) {
  for (const { path, target } of found.links) {
    const old = before.get(path)
    const same = old?.mode === LINK && old.id === blobId(target, old.id.length)
    after.set(path, same ? old : { mode: LINK, id: await writeBlob(gitDir, target) })
  }
}

/** The id git would give these bytes; its length says which hash the repository uses. */
function blobId(bytes: Buffer, idLength: number): string {
  const hash = createHash(idLength === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** A large file of the base that nobody touched stays; the base's version stands in for one that was changed. */
async function changedOversized(
  gitDir: string,
  dir: string,
  files: readonly FoundFile[],
  before: Entries,
  after: Map<BytePath, TreeEntry>,
): Promise<readonly BytePath[]> {
  const tracked = files.filter(file => before.has(file.path))
  const ids = await hashFiles(gitDir, dir, tracked, { store: false })
  const unchanged = new Set<BytePath>()
  for (const [at, file] of tracked.entries()) {
    const old = before.get(file.path)!
    if (old.id === ids[at]) unchanged.add(file.path)
    after.set(file.path, old.id === ids[at] ? { mode: modeOf(file), id: old.id } : old)
  }
  return files.map(file => file.path).filter(path => !unchanged.has(path))
}

/** What we did not look at is as it was in the base: our own files, what could not be read, and submodules. */
function keepFromBase(before: Entries, after: Map<BytePath, TreeEntry>, found: Findings): void {
  const sameModules = after.get('.gitmodules')?.id === before.get('.gitmodules')?.id
  const unreadable = new Set(found.unreadable)
  const submodules = new Set(found.submodules)
  for (const [path, entry] of before) {
    if (after.has(path)) continue
    const isKept =
      isOurs(path) ||
      foldersAbove(path).some(place => unreadable.has(place)) ||
      // The folder of a submodule is empty here and easily lost; it was removed if `.gitmodules` changed as well.
      (entry.mode === GITLINK && (submodules.has(path) || (sameModules && !isReplaced(path, after))))
    if (isKept) after.set(path, entry)
  }
}

function foldersAbove(path: BytePath): readonly BytePath[] {
  const names = path.split('/')
  return names.map((_, depth) => names.slice(0, depth).join('/')).concat(path)
}

/** Whether something else now stands in the way of a path: a file where its folder was. */
const isReplaced = (path: BytePath, after: Entries): boolean => foldersAbove(path).some(place => after.has(place))

const NAMED_MAX = 20

/** What was left out, and why; one sentence each. */
function notesOn(found: Findings, oversized: readonly BytePath[], fileMbMax: number): readonly string[] {
  const notes: string[] = []
  const say = (words: string, paths: readonly BytePath[]) => {
    if (paths.length > 0) notes.push(`${words}: ${named(paths.map(path => shownPath(path) || '.'))}`)
  }
  const ignored = [...found.ignored].map(([path, count]) =>
    path.endsWith('/')
      ? `${path} (${count >= COUNT_MAX ? `${COUNT_MAX} or more` : count} ${count === 1 ? 'file' : 'files'})`
      : path,
  )
  say('ignored and left out', ignored)
  say(`larger than ${fileMbMax} MB and left out`, oversized)
  const leaving = found.links.filter(link => leavesTree(link.path, link.target.toString('latin1')))
  say(
    'links that leave the tree',
    leaving.map(link => link.path),
  )
  say('pipes, sockets or devices, left out', found.special)
  say('not readable and left as in the base', found.unreadable)
  say('has a git repository of its own, whose files are taken as ordinary files', found.nested)
  say('names that git cannot hold, left out', found.reserved)
  return notes
}

function named(names: readonly string[]): string {
  const more = names.length - NAMED_MAX
  return names.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** By the words of the link alone: what it would lead to on this machine says nothing about another. */
function leavesTree(path: BytePath, target: string): boolean {
  if (posix.isAbsolute(target)) return true
  const end = posix.normalize(posix.join(posix.dirname(path), target))
  return end === '..' || end.startsWith('../')
}
