import type { Commit, Tree } from '../core/plan/ids.ts'
import type { RunState } from '../core/run/state.ts'
import { LANDED_FILE, landedIn, landedText, recordOf, recordRef } from '../core/shown/record.ts'
import type { Ports, TreeEdit } from '../ports.ts'

type Files = { readonly tip: Commit; readonly edits: readonly TreeEdit[] }

/** Keeps our own files under our ref if they are not on the branch. Idempotent: it is the same commit. */
export async function keepRecord(
  ports: Ports,
  state: RunState,
  { at, ...files }: Files & { readonly at: number },
): Promise<Tree | null> {
  const tree = await recordTree(ports, state, files)
  if (tree !== null) await keepTree(ports, state, { tree, at })
  return tree
}

/** Our own files with these edits, if they are not on the branch; null otherwise. */
export async function recordTree({ vault }: Ports, state: RunState, { tip, edits }: Files): Promise<Tree | null> {
  if (recordOf(state) === null) return null
  const { opened, record } = state
  const before = record ?? opened.record ?? (await vault.emptyTree())
  return vault.edit(before, [...edits, { path: LANDED_FILE, text: landedText(opened.branch, tip) }])
}

/** Keeps a tree of our own files under our ref. */
export async function keepTree(
  { vault }: Ports,
  state: RunState,
  { tree, at }: { readonly tree: Tree; readonly at: number },
): Promise<void> {
  const ref = recordOf(state)
  if (ref === null) return
  const { opened, plan } = state
  const message = `chore(${plan.id}): what pm-agent keeps about the plan\n`
  await vault.keep(ref, await vault.commit({ tree, parent: null, message, identity: opened.identity, at }))
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
