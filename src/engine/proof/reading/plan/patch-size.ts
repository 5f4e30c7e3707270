import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffFile } from '../diff.ts'
import { kindOf } from '../file-kind.ts'

/** Above this multiple of the limit, a human has to look. */
const FAR_BEYOND = 3

/** More files than a reviewer can read carefully. Tests, lock files and files that the contract names do not count. */
export const patchSize: DiffCheck = {
  name: 'patch-size',
  look: diff => {
    const counted = diff.files.filter(file => file.kind !== 'test' && file.kind !== 'lock' && !diff.isNamed(file.path))
    const max = diff.limits.patchFiles
    if (counted.length <= max) return []
    const layout = counted.filter(isLayoutOnly).length
    const words = [
      `${counted.length} files changed, not counting tests, lock files and files that the contract names; the limit is ${max}`,
      ...(layout > 0 ? [`${layout} of them only in their layout`] : []),
    ].join(', ')
    // A new project begins with many files.
    const isFirst = !diff.basePaths.some(path => kindOf(path) === 'source')
    const severity = counted.length > FAR_BEYOND * max && !isFirst ? 'question' : 'warning'
    return [aboutFile('patch-size', severity, counted[0]!.path, words)]
  },
}

const isLayoutOnly = ({ before, after }: DiffFile): boolean =>
  before !== null && after !== null && before.replace(/\s/g, '') === after.replace(/\s/g, '')
