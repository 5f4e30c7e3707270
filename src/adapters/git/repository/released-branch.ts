/** What a clone holds of a released branch. Nothing here writes. */
import { type Commit, commit } from '../../../core/plan/ids.ts'
import { runGit } from '../git.ts'
import type { Repository } from './repository.ts'

/** A branch of this name, here or as some remote had it. */
export interface NamedBranch {
  readonly ref: string
  readonly tip: Commit
}

/** All branches of this name: the user's own first, then those of remotes. */
export async function branchesNamed({ gitDir }: Repository, branch: string): Promise<readonly NamedBranch[]> {
  const patterns = [`refs/heads/${branch}`, `refs/remotes/*/${branch}`]
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', ...patterns]
  const { stdout } = await runGit({ gitDir, args })
  return linesOf(stdout).map(line => {
    const [tip = '', ref = ''] = line.split(' ')
    return { ref, tip: commit(tip) }
  })
}

/** Commits along the first parents after one commit up to another, the oldest first; null if git does not have them all. */
export async function commitsBetween(
  { gitDir }: Repository,
  from: string | null,
  to: string,
): Promise<readonly { readonly commit: Commit; readonly parent: Commit | null }[] | null> {
  const range = from === null ? [to] : [to, `^${from}`]
  const args = ['rev-list', '--first-parent', '--reverse', '--parents', '--end-of-options', ...range]
  const { code, stdout } = await runGit({ gitDir, args })
  if (code !== 0) return null
  return linesOf(stdout).map(line => {
    const [id = '', parent] = line.split(' ')
    return { commit: commit(id), parent: parent === undefined ? null : commit(parent) }
  })
}

/** The text of a file in git, as in `pm/plan:docs/releases/plan-release.yaml`; null if there is none. */
export async function textAt({ gitDir }: Repository, place: string): Promise<string | null> {
  if (place.startsWith('-') || !place.includes(':')) return null
  const candidates = [place, ...(place.startsWith('refs/') ? [] : [`refs/remotes/origin/${place}`])]
  for (const name of candidates) {
    const { code, stdout } = await runGit({ gitDir, args: ['cat-file', 'blob', name] })
    if (code === 0) return stdout.toString()
  }
  return null
}

const linesOf = (stdout: Buffer): readonly string[] => stdout.toString().split('\n').filter(Boolean)
