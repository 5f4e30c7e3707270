import type { Check } from '../check.ts'
import { aboutFile, namesFiles } from '../diff.ts'
import type { Finding } from '../finding.ts'
import { forbiddenPaths, isForbidden } from './forbidden-paths.ts'

/** Parts of a program where a change that nobody asked for is never a small thing. */
const SENSITIVE =
  /(^|\/)(migrations?|auth|authn|authz|security|secrets?|permissions?|infra|terraform|deploy(ment)?s?|k8s|helm)(\/|$)|(^|\/)(Dockerfile|docker-compose\.ya?ml|schema\.(sql|prisma|graphql))$|\.(sql|tf)$/i

/** What was changed besides what the contract names, and what it forbids by name. */
export const scope: Check = {
  name: 'scope',
  look: diff => {
    const forbidden = forbiddenPaths(diff.contract.mustNot, [...new Set([...diff.basePaths, ...diff.paths])])
    return diff.files.flatMap(({ path, status, kind }): readonly Finding[] => {
      if (isForbidden({ path, status }, forbidden))
        return [aboutFile('scope', 'blocking', path, 'the contract says not to touch it')]
      if (!namesFiles(diff) || diff.isNamed(path) || kind === 'test') return []
      if (SENSITIVE.test(path)) return [aboutFile('scope', 'question', path, 'changed besides the expected files')]
      return [aboutFile('scope', 'warning', path, 'changed besides the expected files')]
    })
  },
}
