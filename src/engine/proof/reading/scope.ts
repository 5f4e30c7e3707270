import { isTestFile, matchesAny } from '../names.ts'
import type { Check } from './check.ts'
import { aboutFile, type DiffUnderReview, namesFiles } from './diff.ts'
import type { Finding } from './finding.ts'

/** Parts of a program where a change that nobody asked for is never a small thing. */
const SENSITIVE =
  /(^|\/)(migrations?|auth|authn|authz|security|secrets?|permissions?|infra|terraform|deploy(ment)?s?|k8s|helm)(\/|$)|(^|\/)(Dockerfile|docker-compose\.ya?ml|schema\.(sql|prisma|graphql))$|\.(sql|tf)$/i

/** What was changed besides what the contract names, and what it forbids by name. */
export const scope: Check = {
  name: 'scope',
  look: diff => {
    const forbidden = forbiddenPaths(diff)
    return diff.files.flatMap(({ path }): readonly Finding[] => {
      if (matchesAny(path, forbidden))
        return [aboutFile('scope', 'blocking', path, 'the contract says not to touch it')]
      if (!namesFiles(diff) || diff.isNamed(path) || isTestFile(path)) return []
      if (SENSITIVE.test(path)) return [aboutFile('scope', 'question', path, 'changed besides the expected files')]
      return [aboutFile('scope', 'warning', path, 'changed besides the expected files')]
    })
  },
}

/** Paths in backticks in what must not be done: "Do not touch `src/words.js`". */
function forbiddenPaths({ contract, paths, basePaths }: DiffUnderReview): readonly string[] {
  const known = [...paths, ...basePaths]
  return contract.mustNot
    .filter(rule => /\b(touch|change|edit|modify|alter|write|rename|move|delete|remove)\b/i.test(rule))
    .flatMap(rule => [...rule.matchAll(/`([^`\s]+)`/g)].map(match => match[1]!))
    .filter(name => /[/.*]/.test(name) && known.some(path => matchesAny(path, [name])))
}
