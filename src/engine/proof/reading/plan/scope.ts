import { riskOfPath } from '../../../../core/plan/sensitive-paths.ts'
import type { Check } from '../check.ts'
import { aboutFile, namesFiles } from '../diff.ts'
import type { Finding } from '../finding.ts'
import { forbiddenPaths, isForbidden } from './forbidden-paths.ts'

/** What was changed besides what the contract names, and what it forbids by name. */
export const scope: Check = {
  name: 'scope',
  look: diff => {
    const forbidden = forbiddenPaths(diff.contract.mustNot, [...new Set([...diff.basePaths, ...diff.paths])])
    return diff.files.flatMap(({ path, status, kind }): readonly Finding[] => {
      if (isForbidden({ path, status }, forbidden))
        return [aboutFile('scope', 'blocking', path, 'the contract says not to touch it')]
      if (!namesFiles(diff) || diff.isNamed(path) || kind === 'test') return []
      const risk = riskOfPath(path, diff.sensitive)
      // A manifest that changes has checks of its own.
      const severity = risk && risk.area !== 'manifest' ? 'question' : 'warning'
      return [aboutFile('scope', severity, path, 'changed besides the expected files')]
    })
  },
}
