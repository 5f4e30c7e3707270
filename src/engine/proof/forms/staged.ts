/** Forms that are made for a single check. */
import { hash } from 'node:crypto'
import type { Tree } from '../../../core/plan/ids.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'

type Stage = Pick<Case, 'bench'> & { readonly ports: Pick<Case['ports'], 'vault'> }

/** A tree with these edits under its name on the receipt. It is meant to fail, or to leave files behind. */
export async function staged({ ports, bench }: Stage, tree: Tree, edits: readonly TreeEdit[], name: string) {
  const edited = await ports.vault.edit(tree, edits)
  bench.call(edited, name)
  bench.expectToFail(edited)
  return edited
}

/** A part of the names that a check adds to a tree, which its code cannot know. */
export const markFor = ({ contractHash }: Pick<Case, 'contractHash'>, tree: Tree): string =>
  hash('sha256', `${tree} ${contractHash}`).slice(0, 12)
