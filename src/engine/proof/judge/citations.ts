import type { Tree } from '../../../core/plan/ids.ts'
import type { Judgement } from '../../../core/proof/judgement.ts'
import { plainPath } from '../../../core/text/paths.ts'
import type { Vault } from '../../../ports.ts'
import type { Trees } from '../translation/read-change.ts'

const TEXT_BYTES_MAX = 10 * 1024 * 1024

/** The problem with a judge's citations: each must exist in the code. Null if all do. */
export async function misplaced(vault: Vault, judgement: Judgement, trees: Trees): Promise<string | null> {
  for (const { id, status, evidence } of judgement.criteria) {
    if (status === 'PASS' && evidence.length === 0) return `it cites no location for ${id}`
    for (const citation of evidence) {
      // A criterion that no longer holds may only be visible in the old code.
      const places = status === 'PASS' ? [trees.candidate] : [trees.candidate, trees.base]
      if (!(await existsInAny(vault, places, citation))) return `it cites ${citation}, which does not exist`
    }
  }
  return null
}

/** Whether `path:line` exists in one of these trees. */
export async function existsInAny(vault: Vault, trees: readonly Tree[], citation: string): Promise<boolean> {
  const colon = citation.lastIndexOf(':')
  const path = plainPath(citation.slice(0, colon))
  const line = Number(citation.slice(colon + 1))
  for (const tree of trees) {
    const text = (await vault.look(tree, [path], TEXT_BYTES_MAX)).get(path)?.text
    if (typeof text === 'string' && line >= 1 && line <= text.replace(/\n$/, '').split('\n').length) return true
  }
  return false
}
