/** Problems in the user's repository that would stop a run half-way; checked before it starts. */

import { runGit } from '../git.ts'
import type { VaultPlace } from '../vault-files.ts'
import { ensureVault } from '../vault-files.ts'
import { type ImportProblem, importBranch, importHead } from './import.ts'
import { currentBranch, type Repository, unwritablePlace } from './repository.ts'

export type Obstacle =
  | ImportProblem
  | { readonly is: 'not-writable'; readonly path: string }
  /** Git cannot store both `pm` and `pm/plan`. */
  | { readonly is: 'branch-in-the-way'; readonly branch: string }
  | { readonly is: 'symbolic-branch'; readonly target: string }
  /** Git would resolve the name to the tag instead of the branch. */
  | { readonly is: 'tag-of-the-same-name' }

/** The first obstacle for a plan branch, or null; in that case the run's start commit is in the vault. */
export async function findObstacle(place: VaultPlace, branch: string): Promise<Obstacle | null> {
  const path = await unwritablePlace(place.userRepo)
  if (path !== null) return { is: 'not-writable', path }
  const name = await nameObstacle(place.userRepo, branch)
  if (name !== null) return name
  await ensureVault(place.vaultDir, place.userRepo.objectFormat)
  for (const imported of [await importHead(place), await importBranch(place, branch)]) {
    if (!imported.ok) return imported.error
  }
  return null
}

async function nameObstacle(repository: Repository, branch: string): Promise<Obstacle | null> {
  const [folder = ''] = branch.split('/')
  const format = '--format=%(refname)%00%(symref)'
  const args = ['for-each-ref', format, `refs/heads/${folder}`, `refs/tags/${branch}`]
  const { stdout } = await runGit({ gitDir: repository.commonDir, args })
  const ours = `refs/heads/${branch}`
  for (const line of stdout.toString().split('\n')) {
    const [ref = '', target = ''] = line.split('\0')
    if (ref === `refs/tags/${branch}`) return { is: 'tag-of-the-same-name' }
    if (ref === ours && target !== '') return { is: 'symbolic-branch', target: target.replace('refs/heads/', '') }
    if (ref.startsWith(`${ours}/`) || (ref !== '' && ours.startsWith(`${ref}/`)))
      return { is: 'branch-in-the-way', branch: ref.slice('refs/heads/'.length) }
  }
  // Before its first commit, the current branch exists only in HEAD.
  const current = await currentBranch(repository)
  return current !== null && branch.startsWith(`${current}/`) ? { is: 'branch-in-the-way', branch: current } : null
}
