import type { Check } from '../check.ts'
import { aboutFile, type DiffFile } from '../diff.ts'
import { kindOf } from '../file-kind.ts'

/** So many times the limit, and somebody has to look at it. */
const FAR_BEYOND = 3

/** More files than a person reads with care. Tests, lock files and what the contract names do not count. */
export const patchSize: Check = {
  name: 'patch-size',
  look: diff => {
    const counted = diff.files.filter(file => file.kind !== 'test' && file.kind !== 'lock' && !diff.isNamed(file.path))
    const max = diff.limits.patchFiles
    if (counted.length <= max) return []
    const layout = counted.filter(isLayoutOnly).length
    const words = [
      `${counted.length} files changed besides tests, lock files and what the contract names; the limit is ${max}`,
      ...(layout > 0 ? [`${layout} of them only in their layout`] : []),
    ].join(', ')
    // The first files of a project are many.
    const isFirst = !diff.basePaths.some(path => kindOf(path) === 'source')
    const severity = counted.length > FAR_BEYOND * max && !isFirst ? 'question' : 'warning'
    return [aboutFile('patch-size', severity, counted[0]!.path, words)]
  },
}

const isLayoutOnly = ({ before, after }: DiffFile): boolean =>
  before !== null && after !== null && before.replace(/\s/g, '') === after.replace(/\s/g, '')
