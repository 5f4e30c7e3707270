import type { DiffCheck } from '../check.ts'
import { aboutFile } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

const LARGE_MB = 5
const MB = 1_000_000

/** Files that are too large for a repository, and source files that are not readable text. */
export const sizes: DiffCheck = {
  name: 'sizes',
  look: diff => [
    ...diff.oversized.map(path =>
      aboutFile('sizes', 'blocking', path, `larger than ${diff.limits.fileMb} MB, and so left out`),
    ),
    ...diff.files.flatMap((file): readonly DiffFinding[] => {
      const item = file.is
      if (!item || item.is === 'link' || item.is === 'submodule') return []
      const found = (severity: DiffFinding['severity'], words: string) => [
        aboutFile('sizes', severity, file.path, words),
      ]
      const mb = item.sizeBytes / MB
      if (mb > diff.limits.fileMb)
        return found('blocking', `${mb.toFixed(1)} MB, and ${diff.limits.fileMb} are allowed`)
      if (file.kind === 'source' && item.text === null && file.was?.text !== null) {
        // A zero byte makes tools treat the file as binary and show no diff.
        return mb > 1
          ? found('question', `${mb.toFixed(1)} MB of code, too large to be read`)
          : found('blocking', 'bytes that make a source file unreadable as text')
      }
      const grew = item.sizeBytes > (file.was?.sizeBytes ?? 0)
      return mb > LARGE_MB && grew ? found('warning', `a large file: ${mb.toFixed(1)} MB`) : []
    }),
  ],
}
