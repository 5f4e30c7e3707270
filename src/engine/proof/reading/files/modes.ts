import type { Check } from '../check.ts'
import { aboutFile, namesFiles } from '../diff.ts'

/** A file that became a program or stopped being one. One that says what runs it may be a program. */
export const modes: Check = {
  name: 'modes',
  look: diff =>
    diff.files
      .filter(({ was, is }) => was && is && was.is !== is.is && isFile(was.is) && isFile(is.is))
      .filter(({ is, after }) => !(is!.is === 'executable' && after?.startsWith('#!')))
      .map(({ path, is }) =>
        // Nobody needs a program where they expected none; where the file was expected, it may be meant.
        aboutFile(
          'modes',
          namesFiles(diff) && !diff.isNamed(path) ? 'question' : 'warning',
          path,
          is!.is === 'executable' ? 'became a program' : 'is no program any more',
        ),
      ),
}

const isFile = (is: string): boolean => is === 'file' || is === 'executable'
