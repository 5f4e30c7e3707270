import type { Commit, Tree } from '../core/plan/ids.ts'
import type { RunState } from '../core/run/state.ts'
import { LANDED_FILE, landedIn, landedText, recordOf, recordRef } from '../core/shown/record.ts'
import type { Ports, TreeEdit } from '../ports.ts'

/** Keeps our own files under our ref if they are not on the branch. Idempotent: it is the same commit. */
export async function keepRecord(
  { vault }: Ports,
  state: RunState,
  { tip, edits, at }: { readonly tip: Commit; readonly edits: readonly TreeEdit[]; readonly at: number },
): Promise<Tree | null> {
  const ref = recordOf(state)
  if (ref === null) return null
  const { opened, plan } = state
  const before = state.record ?? opened.record ?? (await vault.emptyTree())
  const tree = await vault.edit(before, [...edits, { path: LANDED_FILE, text: landedText(opened.branch, tip) }])
  const message = `chore(${plan.id}): what pm-agent keeps about the plan\n`
  await vault.keep(ref, await vault.commit({ tree, parent: null, message, identity: opened.identity, at }))
  return tree
}

/** Files that earlier runs of a plan kept apart, if their work is part of the base; null otherwise. */
export async function findRecord(
  { vault, repository }: Ports,
  planId: string,
  base: Commit | null,
): Promise<Tree | null> {
  const kept = base && (await repository.importKept(recordRef(planId)))
  if (!kept) return null
  const tree = await vault.treeOf(kept)
  const landed = landedIn(await vault.readText(tree, LANDED_FILE))
  return landed && (await repository.contains(landed, base)) ? tree : null
}
