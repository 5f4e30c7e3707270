import type { DiffCheck } from '../check.ts'
import { splitCode } from '../code-lines.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

/** Checks that code switches off. Comments that do are found by what they do, where a check runs (`gates/suppressions.ts`). */
const IN_CODE: readonly (readonly [RegExp, FindingSeverity])[] = [
  [/#!?\[allow\((warnings|clippy::all)\)\]/, 'blocking'],
  [/@SuppressWarnings\(\s*"all"/, 'blocking'],
  [/#pragma\s+(GCC|clang)\s+diagnostic\s+ignored|#pragma\s+warning\s*\(?\s*disable/, 'question'],
  [/\bas\s+any\b|<any>\s*\w/, 'question'],
]

/** Type checks and warnings that code bypasses. */
export const suppressions: DiffCheck = {
  name: 'suppressions',
  look: diff =>
    diff.files
      .filter(file => file.kind === 'source' || (file.kind === 'test' && file.language !== 'none'))
      .flatMap(file => file.added.flatMap(line => judge(file, line))),
}

function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  const inCode = IN_CODE.find(([pattern]) => pattern.test(pattern.source.includes('"') ? line.spoken : line.code))
  if (!inCode) return []
  const [pattern, severity] = inCode
  const isShownOnly =
    file.kind === 'test' || !isMore(file, line) || (severity === 'question' && isDoneThere(file, pattern))
  return [atLine('suppressions', isShownOnly ? 'warning' : severity, file, line, 'a type check is bypassed here')]
}

/** If the file has the same suppression already, another one follows the project's practice. */
const isDoneThere = ({ before, language }: DiffFile, pattern: RegExp): boolean =>
  splitCode(before ?? '', language).some(({ code }) => pattern.test(code))

/** A rewritten line keeps its suppression: the file had the same one as often before. */
function isMore(file: DiffFile, line: AddedLine): boolean {
  const what = CAST.exec(line.code)?.[0].replace(/\s+/g, ' ')
  if (!what) return true
  const count = (text: string | null) =>
    splitCode(text ?? '', file.language).filter(({ code }) => code.replace(/\s+/g, ' ').includes(what)).length
  return count(file.after) > count(file.before)
}

const CAST = /\S+\s+as\s+any\b|<any>\s*\w+/
