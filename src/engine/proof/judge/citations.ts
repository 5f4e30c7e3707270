import type { Tree } from '../../../core/plan/ids.ts'
import type { Judgement } from '../../../core/proof/judgement.ts'
import type { Vault } from '../../../ports.ts'

const TEXT_BYTES_MAX = 10 * 1024 * 1024

/** What is wrong with the places that a judge cites: one that nobody can look up shows nothing. Null when all are there. */
export async function misplaced(
  vault: Vault,
  judgement: Judgement,
  trees: { readonly base: Tree; readonly candidate: Tree },
): Promise<string | null> {
  for (const { id, status, evidence } of judgement.criteria) {
    if (status === 'PASS' && evidence.length === 0) return `it cites no place for ${id}`
    for (const citation of evidence) {
      // What does not hold any more can be seen only in the code before.
      const places = status === 'PASS' ? [trees.candidate] : [trees.candidate, trees.base]
      if (!(await isAny(vault, places, citation))) return `it cites ${citation}, which is not there`
    }
  }
  return null
}

async function isAny(vault: Vault, trees: readonly Tree[], citation: string): Promise<boolean> {
  const colon = citation.lastIndexOf(':')
  const path = citation.slice(0, colon).replace(/^\.\//, '')
  const line = Number(citation.slice(colon + 1))
  for (const tree of trees) {
    const text = (await vault.look(tree, [path], TEXT_BYTES_MAX)).get(path)?.text
    if (typeof text === 'string' && line >= 1 && line <= text.replace(/\n$/, '').split('\n').length) return true
  }
  return false
}
