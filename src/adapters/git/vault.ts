/** Our own bare repository: the source of truth about code. */

import type { Commit, Tree } from '../../core/plan/ids.ts'
import type { Result } from '../../core/result.ts'
import type { Vault } from '../../ports.ts'
import { setAside } from './checkouts/set-aside.ts'
import { git } from './git.ts'
import { mergeAside } from './merge.ts'
import { commitOfRef, isAncestor, treeOfCommit, writeCommit } from './objects/commit.ts'
import { remembering } from './objects/object-cache.ts'
import { closeReader, readBytes } from './objects/object-reader.ts'
import { lookAt } from './objects/read-many.ts'
import { closeWriter, updateRefs } from './objects/ref-writer.ts'
import { bytePath, changesBetween, readEntries, shownPath } from './objects/tree.ts'
import { editTree, treeWithout } from './objects/tree-edit.ts'
import { writeFolder } from './objects/tree-object.ts'
import { type ImportProblem, importBranch, importHead, importRef } from './repository/import.ts'
import { publishBranch } from './repository/publish.ts'
import { enterVault } from './stale-locks.ts'
import type { VaultPlace } from './vault-files.ts'
import { ensureVault } from './vault-files.ts'

/** Imports code from the user's repository into the vault. */
export interface Importing {
  /** Imports the user's HEAD commit; null before the first commit. */
  importHead(): Promise<Commit | null>
  /** Imports one of the user's branches; null if it does not exist. */
  importBranch(branch: string): Promise<Commit | null>
  /** The commit of one of our refs, in the vault or published. */
  importKept(ref: string): Promise<Commit | null>
  /** Whether one commit is an ancestor of another. */
  contains(ancestor: Commit, descendant: Commit): Promise<boolean>
}

/** Opens the vault of a repository, and creates it the first time. */
export async function openVault({ vaultDir, userRepo }: VaultPlace): Promise<Vault & Importing> {
  await ensureVault(vaultDir, userRepo.objectFormat)
  const leave = await enterVault(vaultDir)
  return {
    ...remembering(trees(vaultDir, userRepo.objectFormat === 'sha256' ? 64 : 40)),
    ...branches(vaultDir),
    importHead: async () => whole(await importHead({ vaultDir, userRepo })),
    importBranch: async branch => whole(await importBranch({ vaultDir, userRepo }, branch)),
    // A vault filled from a partial clone lacks older history, and the user's refs lack unpublished commits.
    contains: async (ancestor, descendant) =>
      (await isAncestor(vaultDir, ancestor, descendant)) || isAncestor(userRepo.commonDir, ancestor, descendant),
    close: async () => {
      await Promise.all([closeReader(vaultDir), closeWriter(vaultDir)])
      await leave()
    },
    importKept: async ref => (await commitOfRef(vaultDir, ref)) ?? whole(await importRef({ vaultDir, userRepo }, ref)),
    setAside: (branch, base) => setAside({ vaultDir, userRepo, branch, base }),
    publish: (branch, tip, ours = []) => publishBranch({ vaultDir, userRepo, branch, tip, ours }),
  }
}

type Trees = Pick<
  Vault,
  | 'emptyTree'
  | 'treeOf'
  | 'list'
  | 'readText'
  | 'look'
  | 'diff'
  | 'patch'
  | 'edit'
  | 'without'
  | 'commit'
  | 'merge'
  | 'keep'
>

function trees(gitDir: string, idLength: number): Trees {
  return {
    emptyTree: () => writeFolder(gitDir, new Map(), idLength),
    treeOf: commit => treeOfCommit(gitDir, commit),
    list: of => listPaths(gitDir, of),
    readText: (of, path) => readText(gitDir, of, path),
    look: (of, paths, textBytesMax) => lookAt(gitDir, of, paths, textBytesMax),
    diff: (from, to) => changesBetween(gitDir, from, to),
    patch: async (from, to) => {
      const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=none']
      return (await git({ gitDir, args: ['diff-tree', '-r', '-p', ...plain, from, to] })).toString()
    },
    edit: (from, edits) => editTree(gitDir, from, edits),
    without: (from, paths) => treeWithout(gitDir, from, paths),
    commit: spec => writeCommit(gitDir, spec),
    merge: (onto, ref) => mergeAside(gitDir, onto, ref),
    keep: async (ref, commit) => {
      await putRef(gitDir, ref, commit)
    },
  }
}

async function listPaths(gitDir: string, of: Tree): Promise<readonly string[]> {
  return [...(await readEntries(gitDir, of)).keys()].map(shownPath)
}

/** Only regular files have text, not links or submodules. */
async function readText(gitDir: string, of: Tree, path: string): Promise<string | null> {
  const entry = (await readEntries(gitDir, of)).get(bytePath(path))
  if (!entry?.mode.startsWith('100')) return null
  return (await readBytes(gitDir, entry.id)).toString()
}

type Branches = Pick<Vault, 'tip' | 'moveBranch' | 'tag'>

function branches(gitDir: string): Branches {
  return {
    tip: branch => commitOfRef(gitDir, `refs/heads/${branch}`),
    moveBranch: (branch, from, to) => moveBranch(gitDir, branch, from, to),
    tag: async (name, commit) => {
      await putRef(gitDir, `refs/tags/${name}`, commit)
    },
  }
}

async function putRef(gitDir: string, ref: string, commit: Commit): Promise<void> {
  const problem = await updateRefs(gitDir, [{ ref, to: commit }])
  if (problem !== null) throw problem
}

async function moveBranch(gitDir: string, branch: string, from: Commit | null, to: Commit): Promise<'moved' | 'stale'> {
  const ref = `refs/heads/${branch}`
  const problem = await updateRefs(gitDir, [{ ref, to, from: from ?? '0'.repeat(to.length) }])
  if (problem === null) return 'moved'
  const found = await commitOfRef(gitDir, ref)
  if (found === to) return 'moved'
  // The branch is where the caller expected it, so something else failed.
  if (found === from) throw problem
  return 'stale'
}

/** Missing objects are reported before a run is opened. */
function whole(imported: Result<Commit | null, ImportProblem>): Commit | null {
  if (imported.ok) return imported.value
  throw new Error(`the code could not be imported into the vault: ${imported.error.detail}`)
}
