/** The order of a document that says few dependencies and means one after another. */
import type { TaskId } from '../../../core/plan/ids.ts'
import type { TaskDraft } from '../drafts.ts'
import type { Need } from '../fields/need.ts'

/**
 * What each task needs because of its place. What a task says itself goes first, and nobody waits for a task that said
 * it comes later: whoever would, waits for what stands before that one.
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

/** A need that leads to a later task and back to an earlier one is rare; three of them in a row are written by nobody. */
const PASSES = 3

/** For each task the latest place that it waits for, directly or not. */
function latestPlaces(named: readonly (readonly number[])[]): readonly number[] {
  const latest = named.map((_, place) => place)
  for (let pass = 0; pass < PASSES; pass++)
    for (let place = named.length - 1; place >= 0; place--)
      for (const other of named[place]!) latest[place] = Math.max(latest[place]!, latest[other]!)
  return latest
}
