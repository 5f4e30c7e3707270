/** Reads an attempt's result from its files: the bytes are hashed into the vault without running git in the agent's repository. */
import { posix } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { Commit, Tree } from '../../../core/plan/ids.ts'
import { someOf } from '../../../core/text/lists.ts'
import { treeOfCommit } from '../objects/commit.ts'
import { FileHasher } from '../objects/file-hash.ts'
import { objectId, writeObject } from '../objects/object-writer.ts'
import {
  type BytePath,
  type Entries,
  GITLINK,
  LINK,
  readEntries,
  shownPath,
  type TreeEntry,
  writeEntries,
} from '../objects/tree.ts'
import { openIgnoreRules } from './ignore-rules.ts'
import { COUNT_MAX, type FoundFile, isOurs, type WalkFindings, walkWorkspace } from './walk.ts'
import { withManyHands } from './worker-pool.ts'

export interface Candidate {
  readonly baseTree: Tree
  readonly tree: Tree
  readonly notes: readonly string[]
  /** Changed files over the size limit, which were left out. */
  readonly oversized: readonly string[]
}
export interface CandidateSpec {
  readonly vaultDir: string
  readonly dir: string
  readonly base: Commit
  readonly fileMbMax: number
  /** Files and folders placed in the workspace by others (setup, caches); of these only files of the base are read. */
  readonly leaveOut?: readonly string[] | undefined
}

/** Walks a workspace and stores its files as a tree of the vault. */
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
  await addFiles(vaultDir, { dir, files, idLength: base.length }, before, after)
  await addLinks(vaultDir, { links: found.links, idLength: base.length }, before, after)

  const oversized = await changedOversized(dir, found.files.filter(isOversized), before, after)
  keepFromBase(before, after, found)
  const tree = await writeEntries(vaultDir, baseTree, before, after)
  return { baseTree, tree, notes: notesOn(found, oversized, fileMbMax), oversized: oversized.map(shownPath) }
}

/** Without the placed files that are not part of the base. */
function without(paths: readonly string[], before: Entries, found: WalkFindings): WalkFindings {
  if (paths.length === 0) return found
  const places = paths.map(path => Buffer.from(path).toString('latin1'))
  const stays = ({ path }: { readonly path: BytePath }): boolean =>
    before.has(path) || !places.some(place => path === place || path.startsWith(`${place}/`))
  return { ...found, files: found.files.filter(stays), links: found.links.filter(stays) }
}

const modeOf = (file: FoundFile): string => (file.executable ? '100755' : '100644')

/** Hashes the raw bytes of all files, ignoring time stamps, and stores those that the base lacks. */
async function addFiles(
  gitDir: string,
  { dir, files, idLength }: { readonly dir: string; readonly files: readonly FoundFile[]; readonly idLength: number },
  before: Entries,
  after: Map<BytePath, TreeEntry>,
): Promise<void> {
  const paths = files.map(({ path }) => path)
  const ids = (await withManyHands('ids', { root: dir, idLength }, paths)).flat()
  const hasher = new FileHasher(dir, idLength)
  for (const [at, file] of files.entries()) {
    const isKnown = before.get(file.path)?.id === ids[at]
    // Read again here, so that the stored bytes are exactly the hashed ones.
    const id = isKnown ? ids[at]! : await writeObject(gitDir, 'blob', hasher.read(file.path).bytes(), { idLength })
    after.set(file.path, { mode: modeOf(file), id })
  }
}

async function addLinks(
  gitDir: string,
  { links, idLength }: { readonly links: WalkFindings['links']; readonly idLength: number },
  before: Entries,
  after: Map<BytePath, TreeEntry>,
): Promise<void> {
  for (const { path, target } of links) {
    const old = before.get(path)
    const same = old?.mode === LINK && old.id === objectId('blob', target, idLength)
    after.set(path, same ? old : { mode: LINK, id: await writeObject(gitDir, 'blob', target, { idLength }) })
  }
}

/** An unchanged large file of the base stays; for a changed one, the base's version is used. */
async function changedOversized(
  dir: string,
  files: readonly FoundFile[],
  before: Entries,
  after: Map<BytePath, TreeEntry>,
): Promise<readonly BytePath[]> {
  const tracked = files.filter(file => before.has(file.path))
  const unchanged = new Set<BytePath>()
  for (const file of tracked) {
    await pause()
    const old = before.get(file.path)!
    const isSame = old.id === new FileHasher(dir, old.id.length).idOf(file.path)
    if (isSame) unchanged.add(file.path)
    after.set(file.path, isSame ? { mode: modeOf(file), id: old.id } : old)
  }
  return files.map(file => file.path).filter(path => !unchanged.has(path))
}

/** Everything we did not read is taken from the base: our own files, unreadable files and submodules. */
function keepFromBase(before: Entries, after: Map<BytePath, TreeEntry>, found: WalkFindings): void {
  const sameModules = after.get('.gitmodules')?.id === before.get('.gitmodules')?.id
  const unreadable = new Set(found.unreadable)
  const submodules = new Set(found.submodules)
  for (const [path, entry] of before) {
    if (after.has(path)) continue
    const isKept =
      isOurs(path) ||
      foldersAbove(path).some(place => unreadable.has(place)) ||
      // A submodule's folder is empty here and easily lost; it counts as removed only if `.gitmodules` changed too.
      (entry.mode === GITLINK && (submodules.has(path) || (sameModules && !isReplaced(path, after))))
    if (isKept) after.set(path, entry)
  }
}

function foldersAbove(path: BytePath): readonly BytePath[] {
  const names = path.split('/')
  return names.map((_, depth) => names.slice(0, depth).join('/')).concat(path)
}

/** Whether the path is now blocked: one of its folders has become a file. */
const isReplaced = (path: BytePath, after: Entries): boolean => foldersAbove(path).some(place => after.has(place))

const NAMED_MAX = 20

/** One note for each reason to leave files out. */
function notesOn(found: WalkFindings, oversized: readonly BytePath[], fileMbMax: number): readonly string[] {
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
  say('nested git repository, whose files are taken as ordinary files', found.nested)
  say('names that git cannot store, left out', found.reserved)
  return notes
}

const named = (names: readonly string[]): string => someOf(names, { max: NAMED_MAX })

/** Judged by the link's text alone: its target on this machine tells nothing about other machines. */
function leavesTree(path: BytePath, target: string): boolean {
  if (posix.isAbsolute(target)) return true
  const end = posix.normalize(posix.join(posix.dirname(path), target))
  return end === '..' || end.startsWith('../')
}
