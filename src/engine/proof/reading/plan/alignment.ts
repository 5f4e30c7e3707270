import type { Alignment } from '../../../../core/proof/receipt.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffUnderReview } from '../diff.ts'

const PLACES_MAX = 3
const PATH = /(?:[\w@.-]+\/)+[\w.-]+\.\w+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|cpp|h|md|json|ya?ml|toml|sql)\b/g
/** Too common to identify anything. */
const COMMON = new Set([
  'should',
  'shall',
  'must',
  'with',
  'when',
  'that',
  'this',
  'from',
  'into',
  'have',
  'does',
  'test',
  'tests',
  'pass',
  'passes',
  'file',
  'function',
  'returns',
  'return',
  'value',
  'error',
  'there',
  'exists',
  'command',
  'exit',
  'code',
  'holds',
])

/** Places in the change that match each criterion, by the paths and names it uses. Information only; it proves nothing. */
export function alignmentOf(diff: DiffUnderReview): readonly Alignment[] {
  return diff.contract.criteria.map(({ id, text }) => {
    const paths: readonly string[] = text.match(PATH) ?? []
    const names = [...new Set(text.match(/[A-Za-z_][A-Za-z0-9_]{3,}/g) ?? [])].filter(
      name => !COMMON.has(name.toLowerCase()),
    )
    const scored = diff.files.flatMap(file =>
      file.added.map(line => ({
        place: `${file.path}:${line.number}`,
        score:
          (paths.some(path => file.path === path || file.path.endsWith(`/${path}`)) ? 2 : 0) +
          names.filter(name => new RegExp(`\\b${name}\\b`).test(line.raw)).length,
      })),
    )
    const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
    return { criterion: id, places: best.slice(0, PLACES_MAX).map(({ place }) => place) }
  })
}

/** A criterion that names a missing file: the work is elsewhere, or was not done. */
export const planAlignment: DiffCheck = {
  name: 'plan-alignment',
  look: diff => {
    const [first] = diff.files
    if (!first) return []
    const there = (path: string) => diff.paths.some(known => known === path || known.endsWith(`/${path}`))
    return diff.contract.criteria.flatMap(({ id, text }) =>
      (text.replace(/\b(?:no|not|without|removed?|deleted?|gone|https?:\/\/)\b.*/i, '').match(/`[^`]+`/g) ?? [])
        .map(span => span.slice(1, -1).replace(/^\.\//, ''))
        .filter(span => /^(?:[\w@.-]+\/)+[\w-]+\.[a-z]{1,4}$/i.test(span) && !there(span))
        .map(span => aboutFile('plan-alignment', 'warning', span, `criterion ${id} names it, and it does not exist`)),
    )
  },
}
