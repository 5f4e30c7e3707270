import { riskOfPath } from '../../../../core/plan/sensitive-paths.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, namesFiles } from '../diff.ts'
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
      if (!namesFiles(diff) || diff.isNamed(path) || kind === 'test') return []
      const risk = riskOfPath(path, diff.sensitive)
      // Manifests have checks of their own.
      const severity = risk && risk.area !== 'manifest' && !risk.ambiguous ? 'question' : 'warning'
      return [aboutFile('scope', severity, path, 'not among the expected files')]
    })
  },
}
