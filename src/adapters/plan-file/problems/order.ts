/** The order of a document with few dependencies whose tasks are meant to run one after another. */
import type { TaskId } from '../../../core/plan/ids.ts'
import type { TaskDraft } from '../drafts.ts'
import type { Need } from '../fields/need.ts'

/**
 * Dependencies by position. A task's own dependencies take precedence, and no task waits for one that was explicitly
 * placed later: it waits for the task before that one instead.
 */
export function orderedNeeds(
  drafts: readonly TaskDraft[],
  stated: readonly (readonly Need[])[],
): readonly (readonly Need[])[] {
  if (drafts.every(({ follows = [] }) => follows.length === 0)) return drafts.map(() => [])
  const places = new Map(drafts.map(({ id }, place) => [id, place]))
  const named = stated.map(needs =>
    needs.flatMap(({ target }) => (target.is === 'task' ? [places.get(target.id)!] : [])),
  )
  const latest = latestPlaces(named)
  const standingBefore = (place: number, follows: readonly TaskId[]): readonly number[] =>
    follows.flatMap(id => {
      const other = places.get(id)
      if (other === undefined || other >= place) return []
      return latest[other]! < place ? [other] : standingBefore(place, drafts[other]!.follows ?? [])
    })
  return drafts.map(({ heading: { start, end }, follows = [] }, place) => {
    if (stated[place]!.some(need => need.from === 'needs' && need.target.is === 'task')) return []
    const before = [...new Set(standingBefore(place, follows))].map(other => drafts[other]!.id)
    return before.map(id => ({ from: 'order', start, end, words: id, target: { is: 'task', id, output: null } }))
  })
}

/** A dependency on a later task that leads back to an earlier one is rare; three in a row do not occur in practice. */
const PASSES = 3

/** For each task, the latest position it waits for, directly or indirectly. */
function latestPlaces(named: readonly (readonly number[])[]): readonly number[] {
  const latest = named.map((_, place) => place)
  for (let pass = 0; pass < PASSES; pass++)
    for (let place = named.length - 1; place >= 0; place--)
      for (const other of named[place]!) latest[place] = Math.max(latest[place]!, latest[other]!)
  return latest
}
