import { riskOfPath } from '../../../../core/plan/sensitive-paths.ts'
import { baseName } from '../../../../core/text/paths.ts'
import { asWord } from '../../../../core/text/pattern.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffUnderReview, namesFiles } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'
import { forbiddenPaths, isForbidden } from './forbidden-paths.ts'

/** Changed files that the contract does not name, and files that it forbids. */
export const scope: DiffCheck = {
  name: 'scope',
  look: diff => {
    const forbidden = forbiddenPaths(diff.contract.mustNot, [...new Set([...diff.basePaths, ...diff.paths])])
    return diff.files.flatMap(({ path, status, kind }): readonly DiffFinding[] => {
      if (isForbidden({ path, status }, forbidden))
        return [aboutFile('scope', 'blocking', path, 'the contract forbids changing it')]
      if (!namesFiles(diff) || diff.isNamed(path) || kind === 'test' || isMentioned(diff, path)) return []
      const risk = riskOfPath(path, diff.sensitive)
      // Manifests have checks of their own.
      const severity = risk && risk.area !== 'manifest' && !risk.ambiguous ? 'question' : 'warning'
      return [aboutFile('scope', severity, path, 'not among the expected files')]
    })
  },
}

/** A sentence that names a file need not say in which folder it is, if only one file has that name. */
const isMentioned = ({ contractText, paths, basePaths }: DiffUnderReview, path: string): boolean => {
  const name = baseName(path)
  const others = new Set([...basePaths, ...paths].filter(one => one !== path && baseName(one) === name))
  return others.size === 0 && /\w\.\w/.test(name) && asWord(name.toLowerCase()).test(contractText)
}
