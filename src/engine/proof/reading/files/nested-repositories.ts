import { baseName } from '../../../../core/text/paths.ts'
import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

/** A nested repository is an empty folder in every checkout, and its contents may come from anywhere. */
export const nestedRepositories: DiffCheck = {
  name: 'nested-repositories',
  look: diff => [
    ...bareRepositories(diff),
    ...diff.files.flatMap((file): readonly DiffFinding[] => {
      const found = (severity: DiffFinding['severity'], words: string) => [
        aboutFile('nested-repositories', severity, file.path, words),
      ]
      if (/(^|\/)\.git(\/|$)/i.test(file.path)) return found('halt', 'this path belongs to git itself')
      if (file.is?.is !== 'submodule') return []
      if (file.was?.is !== 'submodule') return found('blocking', 'a nested repository that the base does not have')
      return diff.isNamed(file.path) ? [] : found('question', 'a submodule points to another commit')
    }),
  ],
}

/** A folder with these files is a repository whatever its name, and git uses its settings below it. */
function bareRepositories(diff: DiffUnderReview): readonly DiffFinding[] {
  const there = new Set(diff.paths)
  const holds = (below: string) => diff.paths.some(path => path.startsWith(below))
  const isHead = (text: string | null) => text !== null && /^(ref: refs\/|[0-9a-f]{40})/.test(text)
  return diff.files
    .filter(file => file.status !== 'deleted' && baseName(file.path) === 'HEAD' && isHead(file.after))
    .filter(({ path }) => {
      const folder = path.slice(0, -'HEAD'.length)
      return there.has(`${folder}config`) || holds(`${folder}objects/`) || holds(`${folder}refs/`)
    })
    .map(({ path }) => aboutFile('nested-repositories', 'blocking', path, 'a git repository without a work tree'))
}
