import type { Alignment } from '../../../../core/proof/receipt.ts'
import { plainPath } from '../../../../core/text/paths.ts'
import { asWord } from '../../../../core/text/pattern.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffUnderReview } from '../diff.ts'

const PLACES_MAX = 3
const PATH = /(?:[\w@.-]+\/)+[\w.-]+\.\w+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|cpp|h|md|json|ya?ml|toml|sql)\b/g
/** A word of more lines identifies none of them. */
const LINES_MAX = 5

/** Places in the change that match each criterion, by the paths and names it uses. Information only; it proves nothing. */
export function alignmentOf(diff: DiffUnderReview): readonly Alignment[] {
  return diff.contract.criteria.map(({ id, text }) => {
    const paths = (text.match(PATH) ?? []).map(path => path.replace(/^(?:\.\/)+/, ''))
    // An empty line shows nothing, and after the last line end of a file there is not even one.
    const added = diff.files.flatMap(file =>
      file.added.flatMap(({ number, raw }) =>
        raw.trim() === '' ? [] : [{ path: file.path, number, raw, isTest: file.kind === 'test' }],
      ),
    )
    const names = [...new Set(text.match(/[A-Za-z_][A-Za-z0-9_]{3,}/g) ?? [])]
      .map(asWord)
      .filter(name => added.filter(({ raw }) => name.test(raw)).length <= LINES_MAX)
    const scored = added.map(({ path, number, raw, isTest }) => ({
      place: `${path}:${number}`,
      isTest,
      score:
        (paths.some(said => path === said || path.endsWith(`/${said}`)) ? 2 : 0) +
        names.filter(name => name.test(raw)).length,
    }))
    // A test repeats the words of a criterion; its work is elsewhere.
    const best = scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => Number(a.isTest) - Number(b.isTest) || b.score - a.score)
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
        .map(span => plainPath(span.slice(1, -1)))
        .filter(span => /^(?:[\w@.-]+\/)+[\w-]+\.[a-z]{1,4}$/i.test(span) && !there(span))
        .map(span => aboutFile('plan-alignment', 'warning', span, `criterion ${id} names it, and it does not exist`)),
    )
  },
}
