import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

/** They change the display order of text. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
/** Characters without a shape, by Unicode. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Ordinary companions of right-to-left text, of emoji and of letters that join; out of place in code. */
const COMPANIONS = /[\u200c-\u200f\u061c\ufeff\u{e0020}-\u{e007f}]|\p{Variation_Selector}/gu
/** Tag characters can hide text; the flags of England, Scotland and Wales use them legitimately. */
const TAGS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/u
const SELECTORS = /[\u{e0100}-\u{e01ef}]/u

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKE = 'аеорсухіјѕһԁԛԝАВЕЗКМНОРСТХУІЈЅҮοΟΑΒΕΖΗΙΚΜΝΡΤΥΧν'
const MIXED = new RegExp(`[A-Za-z_$0-9]*(?:[A-Za-z][${LOOKALIKE}]|[${LOOKALIKE}][A-Za-z])[A-Za-z_$0-9]*`, 'u')
/** Variants of Latin letters: full width or mathematical. */
const DRESSED = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u

/** Invisible or confusable characters. Text in other scripts, emoji and their joiners are fine. */
export const hiddenCharacters: DiffCheck = {
  name: 'hidden-characters',
  look: diff =>
    diff.files.filter(file => file.kind !== 'foreign').flatMap(file => file.added.flatMap(line => judge(file, line))),
}

function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  // The common case.
  if (/^[\x00-\x7f]*$/.test(line.raw)) return []
  const isCode = file.kind === 'source' || (file.kind === 'test' && file.language !== 'none')
  const found = (severity: FindingSeverity, words: string) => [
    { ...atLine('hidden-characters', severity, file, line, words), words: `${words}: ${visible(line.raw)}` },
  ]
  if (BIDI.test(line.raw)) return found(isCode ? 'blocking' : 'question', 'characters that change the text direction')
  if (TAGS.test(line.raw) || SELECTORS.test(line.raw)) return found('blocking', 'invisible letters')
  if (!isCode) return []
  // A file may begin with a byte order mark.
  if (INVISIBLE.test(line.number > 1 ? line.code : line.code.replace(/^\ufeff/, '')))
    return found('blocking', 'invisible characters in code')
  const mixed = line.code.match(MIXED)?.[0]
  if (mixed) return found('blocking', `a name that mixes look-alike letters of two scripts (${mixed})`)
  if (DRESSED.test(line.code)) return found('question', 'a name with look-alikes of Latin letters')
  if (INVISIBLE.test(line.raw.replace(COMPANIONS, ''))) return found('warning', 'invisible characters in text')
  return []
}

/** The line with invisible characters spelled out. */
const visible = (raw: string): string =>
  raw
    .trim()
    .slice(0, 160)
    .replace(
      /\p{Default_Ignorable_Code_Point}/gu,
      character => `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`,
    )
