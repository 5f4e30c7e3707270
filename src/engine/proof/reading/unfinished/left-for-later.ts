import type { DiffCheck } from '../check.ts'
import { splitCode } from '../code-lines.ts'
import { atLine, type DiffFile } from '../diff.ts'

const WORDS = '(?:TODO|FIXME|HACK|XXX)'
const START = '^[\\s/*#!"\'-]*'
/** The four markers, at the beginning of a comment or followed by a subject: prose may mention a to-do list. */
const WORD = new RegExp(`(?:${START}|[\\s(])${WORDS}(?=\\s*[:(!-])|${START}@?(?:${WORDS}|todo|fixme)\\b`)
/** A link to the follow-up. */
const LINKED = /#\d+|https?:\/\/|\b[A-Z][A-Z0-9]+-\d+\b|\b(?:task|todo|issue|ticket|gh)[- ]?#?\d[\w.]*/i

/** Whether a comment postpones work without a link to the follow-up. */
const isOrphan = (comment: string): boolean => WORD.test(comment) && !LINKED.test(comment)

/**
 * Postponed work without a follow-up. It is only shown in tests, where the base has the same comment, and where a file has no more of
 * them than before: correcting an old note postpones nothing.
 */
export const leftForLater: DiffCheck = {
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
            const words = 'postponed without a link to a follow-up'
            return atLine('left-for-later', isNew ? 'blocking' : 'warning', file, line, words)
          }),
      )
  },
}
