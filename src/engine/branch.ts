import type { Tree } from '../core/plan/ids.ts'
import { documentsOfPlan } from '../core/plan/plan-documents.ts'
import type { Observation } from '../core/run/input.ts'
import type { RunState } from '../core/run/state.ts'
import type { Ports } from '../ports.ts'
import { keepRecord } from './record.ts'

/** Creates the plan branch in the vault; a separate commit adds the plan if the base does not contain it as read. */
export async function startBranch(ports: Ports, state: RunState): Promise<Observation> {
  const { vault } = ports
  const { plan, planText } = state
  const { base, branch, place, identity } = state.opened
  const baseTree = base ? await vault.treeOf(base) : await vault.emptyTree()
  const documents = documentsOfPlan(plan, planText, place).map(({ path, text }) => ({ path, text }))
  const missing = place.kept === 'on-branch' ? await differing(ports, baseTree, documents) : []
  const planCommit = base === null || missing.length > 0
  let tip = base
  if (planCommit) {
    const tree = missing.length > 0 ? await vault.edit(baseTree, missing) : baseTree
    tip = await vault.commit({
      tree,
      parent: base,
      message: `chore(${plan.id}): begin the plan\n`,
      identity,
      at: state.openedAt,
    })
  }
  await vault.moveBranch(branch, await vault.tip(branch), tip!)
  const edits = place.kept === 'apart' ? documents : []
  const record = await keepRecord(ports, state, { tip: tip!, edits, at: state.openedAt })
  return { type: 'branch-ready', tip: tip!, planCommit, ...(record ? { record } : {}) }
}

interface Text {
  readonly path: string
  readonly text: string
}

/** The documents that a tree does not contain as they were read. */
async function differing({ vault }: Ports, tree: Tree, documents: readonly Text[]): Promise<readonly Text[]> {
  const texts = await Promise.all(documents.map(({ path }) => vault.readText(tree, path)))
  return documents.filter(({ text }, at) => texts[at] !== text)
}
