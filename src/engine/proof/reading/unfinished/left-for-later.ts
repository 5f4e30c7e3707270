import type { Check } from '../check.ts'
import { splitCode } from '../code-lines.ts'
import { atLine, type DiffFile } from '../diff.ts'

const WORDS = '(?:TODO|FIXME|HACK|XXX)'
const START = '^[\\s/*#!"\'-]*'
/** The four words, at the beginning of a comment or followed by what they are about: prose may speak of a to-do list. */
const WORD = new RegExp(`(?:${START}|[\\s(])${WORDS}(?=\\s*[:(!-])|${START}@?(?:${WORDS}|todo|fixme)\\b`)
/** Where the rest of the work is written down. */
const LINKED = /#\d+|https?:\/\/|\b[A-Z][A-Z0-9]+-\d+\b|\b(?:task|todo|issue|ticket|gh)[- ]?#?\d[\w.]*/i

/** Whether a comment puts something off without saying where it is taken up again. */
export const isOrphan = (comment: string): boolean => WORD.test(comment) && !LINKED.test(comment)

/**
 * Work that was put off and that nobody will find again. In tests, where the base says the same, and where a file has no more of
 * it than before, it is only shown: who corrects an old note puts nothing off.
 */
export const leftForLater: Check = {
  name: 'left-for-later',
  look: diff => {
    const known = new Set(diff.files.flatMap(file => file.before?.split(/\r?\n/).map(line => line.trim()) ?? []))
    const notes = (text: string | null, language: DiffFile['language']) =>
      splitCode(text ?? '', language).filter(({ comment }) => isOrphan(comment)).length
    const hasMore = ({ before, after, language }: DiffFile) => notes(after, language) > notes(before, language)
    return diff.files
      .filter(file => file.kind === 'source' || (file.kind === 'test' && file.language !== 'none'))
      .flatMap(file =>
        file.added
          .filter(line => isOrphan(line.comment))
          .map(line => {
            const isNew = file.kind === 'source' && !known.has(line.raw.trim()) && hasMore(file)
            const words = 'put off, and no follow-up is linked'
            return atLine('left-for-later', isNew ? 'blocking' : 'warning', file, line, words)
          }),
      )
  },
}
