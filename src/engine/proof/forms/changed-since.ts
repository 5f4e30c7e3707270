import type { Commit } from '../../../core/plan/ids.ts'
import type { FileChange } from '../../../core/proof/draft.ts'
import type { Landings } from '../../../core/proof/landed-work.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { baseName } from '../../../core/text/paths.ts'

/** The first form of a file, and the path of its current form. */
export interface FirstVersion {
  readonly commit: Commit
  readonly now: string
}

/** Files that tasks of this plan changed or moved although nobody had allowed it, by the path of their first form. */
export function changedSince({ start, landed }: Landings): ReadonlyMap<string, FirstVersion> {
  const first = new Map<string, Commit>()
  const changed = new Map<string, FirstVersion>()
  for (const { commit, changes, allow, excused } of landed) {
    const isHeld = (path: string) => !excused.includes(path) && !matchesAny(path, allow)
    for (const { path, status } of changes) {
      const from = first.get(path) ?? start
      // Its first form, where it was moved before.
      const [moved] = [...changed].find(([old, { now }]) => now === path && old !== path) ?? []
      const target = status === 'deleted' ? movedTo(path, changes) : path
      if (status !== 'added' && from && target !== null && isHeld(path)) {
        if (moved !== undefined) changed.set(moved, { commit: changed.get(moved)!.commit, now: target })
        if (moved === undefined || target === path) changed.set(path, { commit: from, now: target })
        first.set(path, from)
        continue
      }
      if (moved !== undefined && status !== 'added') changed.delete(moved)
      changed.delete(path)
      if (status === 'deleted') first.delete(path)
      else first.set(path, commit)
    }
  }
  return changed
}

/** The added file of the same name; null if there is none, or one of several. */
function movedTo(path: string, changes: readonly FileChange[]): string | null {
  const found = changes.filter(change => change.status === 'added' && baseName(change.path) === baseName(path))
  return found.length === 1 ? found[0]!.path : null
}
