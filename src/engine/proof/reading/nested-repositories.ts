import type { Check } from './check.ts'
import { aboutFile } from './diff.ts'
import type { Finding } from './finding.ts'

/** A repository inside this one is an empty folder in every checkout, and may come from anywhere. */
export const nestedRepositories: Check = {
  name: 'nested-repositories',
  look: diff =>
    diff.files.flatMap((file): readonly Finding[] => {
      const found = (severity: Finding['severity'], words: string) => [
        aboutFile('nested-repositories', severity, file.path, words),
      ]
      if (/(^|\/)\.git(\/|$)/i.test(file.path)) return found('halt', 'this would be a part of git itself')
      if (file.is?.is !== 'submodule') return []
      if (file.was?.is !== 'submodule') return found('blocking', 'a repository of its own, which the base did not have')
      return diff.isNamed(file.path) ? [] : found('question', 'a submodule now stands at another commit')
    }),
}
