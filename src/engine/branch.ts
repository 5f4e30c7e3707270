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
  const missing = place.kept === 'on-branch' && (await vault.readText(baseTree, place.path)) !== planText
  const planCommit = base === null || missing
  let tip = base
  if (planCommit) {
    const tree = missing ? await vault.edit(baseTree, [{ path: place.path, text: planText }]) : baseTree
    tip = await vault.commit({
      tree,
      parent: base,
      message: `chore(${plan.id}): begin the plan\n`,
      identity,
      at: state.openedAt,
    })
  }
  await vault.moveBranch(branch, await vault.tip(branch), tip!)
  const edits = place.kept === 'apart' ? [{ path: place.path, text: planText }] : []
  const record = await keepRecord(ports, state, { tip: tip!, edits, at: state.openedAt })
  return { type: 'branch-ready', tip: tip!, planCommit, ...(record ? { record } : {}) }
}
