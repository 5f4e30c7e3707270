import type { Tree } from '../core/plan/ids.ts'
import type { TreeReader, Vault } from '../ports.ts'

/** A tree of the vault as everybody reads it who only wants to know what is in it. */
export const readerOf = async (vault: Pick<Vault, 'list' | 'readText'>, tree: Tree): Promise<TreeReader> => ({
  list: await vault.list(tree),
  readText: path => vault.readText(tree, path),
})
