import type { DiffCheck } from '../check.ts'
import { aboutFile, namesFiles } from '../diff.ts'

/** Files whose executable bit changed. A file with a shebang line may be executable. */
export const modes: DiffCheck = {
  name: 'modes',
  look: diff =>
    diff.files
      .filter(({ was, is }) => was && is && was.is !== is.is && isFile(was.is) && isFile(is.is))
      .filter(({ is, after }) => !(is!.is === 'executable' && after?.startsWith('#!')))
      .map(({ path, is }) =>
        // An expected file may be executable on purpose; any other one is suspicious.
        aboutFile(
          'modes',
          namesFiles(diff) && !diff.isNamed(path) ? 'question' : 'warning',
          path,
          is!.is === 'executable' ? 'became executable' : 'is no longer executable',
        ),
      ),
}

const isFile = (is: string): boolean => is === 'file' || is === 'executable'
