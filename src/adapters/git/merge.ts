import { type Commit, type Tree, tree } from '../../core/ids.ts'
import { GitFailure, runGit } from './git.ts'

/** Merges a kept commit onto another, without a checkout: about as fast for ten files as for a hundred thousand. */
export async function mergeAside(
  gitDir: string,
  onto: Commit,
  ref: string,
): Promise<{ readonly tree: Tree; readonly conflicts: readonly string[] }> {
  const call = { gitDir, args: ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', onto, ref] }
  const outcome = await runGit(call)
  const [id, ...paths] = outcome.stdout.toString().split('\0').filter(Boolean)
  // Exit 1 says that there are conflicts; anything above is a failure of git itself.
  if (id === undefined || outcome.code > 1) throw new GitFailure(call, outcome)
  return { tree: tree(id), conflicts: outcome.code === 0 ? [] : [...new Set(paths)] }
}
