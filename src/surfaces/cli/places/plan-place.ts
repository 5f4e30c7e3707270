import { basename, dirname, relative, resolve, sep } from 'node:path'
import { type Repository, standing } from '../../../adapters/git/repository/repository.ts'
import type { PlanPlace } from '../../../core/plan/plan-place.ts'
import type { Bookkeeping } from '../../../core/settings/config.ts'

/** The path that gives a plan its name: the repository's own folder does not count. */
export function nameOf(top: string, path: string): string {
  const inside = relative(top, resolve(path))
  return inside.startsWith(`..${sep}`) ? resolve(path) : inside
}

/** A document with a generic name has its own folder. */
const OWN_FOLDER = /^(?:PLAN|tasks)\.md$/i

/** How our own files are kept: with a tracked plan, always on the branch, or never. */
interface Keeping {
  readonly bookkeeping?: Bookkeeping
  readonly reviewsDir: string
}

/**
 * Where the plan's ticks, context files and reviews go. On the plan branch if the plan itself is tracked, and under our ref
 * otherwise; the user's file is never written. An ignored or external plan is ticked in place.
 */
export async function placeOf(
  repository: Repository,
  path: string,
  plan: { readonly id: string },
  { bookkeeping = 'auto', reviewsDir }: Keeping,
): Promise<PlanPlace> {
  const stands = await standing(repository, path)
  const isInside = stands === 'tracked' || stands === 'untracked'
  const isCommitted = bookkeeping === 'auto' ? stands === 'tracked' : bookkeeping === 'commit'
  const kept = isCommitted ? 'on-branch' : 'apart'
  const inside = relative(repository.top, resolve(path)).split(sep).join('/')
  const ownFolder = OWN_FOLDER.test(basename(path)) && resolve(dirname(path)) !== resolve(repository.top)
  const common = { path: isInside ? inside : path, kept: isInside ? kept : 'in-place', reviewsDir } as const
  const place = { ...common, ...(isCommitted ? {} : { reviewsKept: 'apart' as const }) }
  if (!ownFolder) return { ...place, contextDir: `.dev/specs/${plan.id}/context`, contextKept: kept }
  return isInside
    ? { ...place, contextDir: `${dirname(inside)}/context`, contextKept: kept }
    : { ...place, contextDir: 'context', contextKept: 'in-place' }
}
