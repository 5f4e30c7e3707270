import { type Commit, commit, type Tree, tree } from '../../core/ids.ts'
import type { CommitSpec } from '../../ports.ts'
import { gitLine, runGit } from './git.ts'

/** Writes a commit that depends on nothing but its spec: the same spec gives the same id. */
export async function writeCommit(gitDir: string, spec: CommitSpec): Promise<Commit> {
  const date = `@${Math.floor(spec.at / 1000)} +0000`
  const parent = spec.parent === null ? [] : ['-p', spec.parent]
  const id = await gitLine({
    gitDir,
    args: ['commit-tree', spec.tree, ...parent, '-F', '-'],
    stdin: spec.message,
    environment: {
      GIT_AUTHOR_NAME: spec.identity.name,
      GIT_AUTHOR_EMAIL: spec.identity.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: spec.identity.name,
      GIT_COMMITTER_EMAIL: spec.identity.email,
      GIT_COMMITTER_DATE: date,
    },
  })
  return commit(id)
}

/** The tree of a commit, or of a ref that names one. */
export async function treeOfCommit(gitDir: string, revision: string): Promise<Tree> {
  return tree(await gitLine({ gitDir, args: ['rev-parse', '--verify', '--quiet', `${revision}^{tree}`] }))
}

/** The commit a ref points to, or null where there is no such ref. */
export async function commitOfRef(gitDir: string, ref: string): Promise<Commit | null> {
  const { code, stdout } = await runGit({ gitDir, args: ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`] })
  return code === 0 ? commit(stdout.toString().trim()) : null
}

/** Whether one commit is in the history of another; also false where one of them is unknown. */
export async function isAncestor(gitDir: string, ancestor: Commit, descendant: Commit): Promise<boolean> {
  const { code } = await runGit({ gitDir, args: ['merge-base', '--is-ancestor', ancestor, descendant] })
  return code === 0
}
