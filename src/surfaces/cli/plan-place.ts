import { basename, dirname, relative, resolve, sep } from 'node:path'
import { type Repository, standing } from '../../adapters/git/repository.ts'
import type { PlanPlace } from '../../core/event.ts'

/** The path that a plan is named by: inside the repository the repository's own folder is no name for a plan. */
export function nameOf(top: string, path: string): string {
  const inside = relative(top, resolve(path))
  return inside.startsWith(`..${sep}`) ? resolve(path) : inside
}

/** A document that is only called so has the folder around it to itself. */
const OWN_FOLDER = /^(?:PLAN|tasks)\.md$/

/**
 * Where the plan's ticks and context files go. A plan that lies in the repository and is not ignored is kept on the
 * plan branch, and the user's file is never written; any other one is ticked where it is.
 */
export async function placeOf(
  repository: Repository,
  path: string,
  plan: { readonly id: string },
  reviewsDir: string,
): Promise<PlanPlace> {
  const stands = await standing(repository, path)
  const onBranch = stands === 'tracked' || stands === 'untracked'
  const inside = relative(repository.top, resolve(path)).split(sep).join('/')
  const folder = dirname(inside)
  const ownFolder = OWN_FOLDER.test(basename(path)) && resolve(dirname(path)) !== resolve(repository.top)
  const place = { path: onBranch ? inside : path, kept: onBranch ? 'on-branch' : 'in-place', reviewsDir } as const
  if (!ownFolder) return { ...place, contextDir: `.dev/specs/${plan.id}/context`, contextKept: 'on-branch' }
  return onBranch
    ? { ...place, contextDir: `${folder}/context`, contextKept: 'on-branch' }
    : { ...place, contextDir: 'context', contextKept: 'in-place' }
}
