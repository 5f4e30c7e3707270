import type { DiffCheck } from '../check.ts'
import { splitCode } from '../code-lines.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

interface Suppression {
  readonly seen: RegExp
  /** Disables more than one place or rule; refused even with a reason. */
  readonly whole?: true
  /** Whether it names a rule; null if the tool has no rule names. */
  readonly rule: RegExp | null
  /** The position of the reason. */
  readonly reason: RegExp
}

const WORDS = '\\s*[^\\s].*\\s\\S'
const reasonAfter = (mark: string): RegExp => new RegExp(`${mark}${WORDS}`)

/** In comments. */
const SUPPRESSIONS: readonly Suppression[] = [
  { seen: /@ts-nocheck\b/, whole: true, rule: null, reason: /$^/ },
  { seen: /\bbiome-ignore-all\b/, whole: true, rule: null, reason: /$^/ },
  { seen: /\bpylint:\s*(disable=all|skip-file)\b/, whole: true, rule: null, reason: /$^/ },
  {
    seen: /\b(mypy|pyright|ruff|flake8):\s*(ignore-errors|ignore(?!\[)|noqa)\b|\btype:\s*ignore-errors/,
    whole: true,
    rule: null,
    reason: /$^/,
  },
  { seen: /@ts-(ignore|expect-error)\b/, rule: null, reason: reasonAfter('@ts-(?:ignore|expect-error)\\b\\s*[-:–—]*') },
  {
    seen: /\beslint-disable\b/,
    rule: /eslint-disable(-next-line|-line)?\s+@?[a-z][\w/-]+/,
    reason: reasonAfter('\\s--'),
  },
  {
    seen: /\b(oxlint|tslint|jshint|stylelint)[-:]\s*disable/,
    rule: /disable[\w-]*[:\s]+[a-z][\w/-]+/,
    reason: reasonAfter('\\s--'),
  },
  { seen: /\bbiome-ignore\b(?!-)/, rule: /biome-ignore\s+\w+\/\w+/, reason: reasonAfter('biome-ignore\\s+\\S+:') },
  {
    seen: /#\s*(type|pyright):\s*ignore\b/,
    rule: /:\s*ignore\[[\w, -]+\]/,
    reason: reasonAfter('ignore\\[[^\\]]*\\]\\s*[#:-]'),
  },
  { seen: /#\s*noqa\b/i, rule: /noqa:\s*[A-Z]+\d+/i, reason: reasonAfter('noqa:\\s*[\\w, ]+[-#–—]') },
  { seen: /\bpylint:\s*disable=/, rule: /disable=[\w,-]+/, reason: reasonAfter('disable=[\\w, -]+[#–—]') },
  { seen: /(^|\s|\/)nolint\b/i, rule: /nolint:\s*[\w,-]+/i, reason: reasonAfter('nolint\\S*\\s*(?://|--)') },
]

/** In code. */
const IN_CODE: readonly (readonly [RegExp, FindingSeverity])[] = [
  [/#!?\[allow\((warnings|clippy::all)\)\]/, 'blocking'],
  [/@SuppressWarnings\(\s*"all"/, 'blocking'],
  [/#pragma\s+(GCC|clang)\s+diagnostic\s+ignored|#pragma\s+warning\s*\(?\s*disable/, 'question'],
  [/\bas\s+any\b|<any>\s*\w/, 'question'],
]
const NOT_MEASURED = /\b(istanbul|c8|v8|node:coverage)\s+(ignore|disable)\b|pragma:\s*no cover/

/** Suppressed checks. A suppression with a rule and a reason is fine. */
export const suppressions: DiffCheck = {
  name: 'suppressions',
  look: diff =>
    diff.files
      .filter(file => file.kind === 'source' || (file.kind === 'test' && file.language !== 'none'))
      .flatMap(file => file.added.flatMap(line => judge(file, line))),
}

function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  const found = (severity: FindingSeverity, words: string) => [
    // A test may expect a compiler error; suppressions in tests are shown, not refused.
    atLine('suppressions', file.kind === 'test' || !isMore(file, line) ? 'warning' : severity, file, line, words),
  ]
  const inComment = SUPPRESSIONS.find(({ seen }) => seen.test(line.comment))
  if (inComment) {
    if (inComment.whole) return found('blocking', 'a check is disabled for more than one place')
    const names = inComment.rule === null || inComment.rule.test(line.comment)
    const says = inComment.reason.test(line.comment)
    if (names && says) return []
    if (!names) return found('blocking', 'every check is disabled here')
    if (inComment.rule === null) return found('blocking', 'a compiler error is suppressed without a reason')
    return found('warning', 'a check is disabled without a reason')
  }
  if (NOT_MEASURED.test(line.comment)) return found('warning', 'excluded from coverage')
  const inCode = IN_CODE.find(([pattern]) => pattern.test(pattern.source.includes('"') ? line.spoken : line.code))
  if (!inCode) return []
  const [pattern, severity] = inCode
  return found(
    severity === 'question' && isDoneThere(file, pattern) ? 'warning' : severity,
    'a type check is bypassed here',
  )
}

/** If the file has the same suppression already, another one follows the project's practice. */
const isDoneThere = ({ before, language }: DiffFile, pattern: RegExp): boolean =>
  splitCode(before ?? '', language).some(({ code }) => pattern.test(code))

/** A rewritten line keeps its suppression: the file had the same one as often before. */
function isMore(file: DiffFile, line: AddedLine): boolean {
  const what = line.comment.trim() || CAST.exec(line.code)?.[0].replace(/\s+/g, ' ')
  if (!what) return true
  // A suppression that fails when it is not needed is stricter.
  const stricter = (comment: string) =>
    what.includes('@ts-expect-error') ? comment.replace('@ts-ignore', '@ts-expect-error') : comment
  const count = (text: string | null) =>
    splitCode(text ?? '', file.language).filter(({ comment, code }) =>
      line.comment.trim() ? stricter(comment.trim()) === what : code.replace(/\s+/g, ' ').includes(what),
    ).length
  return count(file.after) > count(file.before)
}

const CAST = /\S+\s+as\s+any\b|<any>\s*\w+/
