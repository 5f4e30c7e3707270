/** Parses one acceptance criterion from its text alone. */
import { existenceCheck } from '../../../core/plan/existence.ts'
import type { Check, Expectation, ReferenceValue } from '../../../core/plan/plan.ts'
import { codeSpans, firstCodeSpan } from '../text/code-span.ts'
import { canBeCommand } from '../text/shell-words.ts'
import { isBracketed, isNone } from './field-values.ts'
import { readReferenceValues } from './reference-values.ts'

const ARROW = /^(?:→|⟶|⇒|➜|-{1,2}>|={1,2}>)\s*/
const EXIT = /^`?exits?\s*(?:with\s*)?(?:code|status)?\s*[:=]?\s*`?(\d{1,3})(?![\d.])/i
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w)/i
const EXISTS = /^(?:(?:files?|director(?:y|ies)|folders?|paths?)\s+exists?|파일 존재|디렉토리 존재)\s*[:：]\s*/i

/** `(no tests - data files only)` and `none` are remarks, not criteria. */
export const isRemark = (words: string): boolean => words === '' || isNone(words) || isBracketed(words)

/** The command of a criterion and its expected result, or null if the text is for the judge. */
export function readCheck(words: string): Check | null {
  const span = firstCodeSpan(words)
  if (span !== null && span.code.trim() !== '' && canBeCommand(span.code)) {
    const before = words.slice(0, span.start).trim()
    const after = words.slice(span.end).trim()
    const command = span.code.trim()
    const arrow = ARROW.exec(after)
    if (isLead(before) && arrow !== null) return { command, expect: readExpectation(after.slice(arrow[0].length)) }
    if (isLead(before) && EXIT.test(after)) return { command, expect: readExpectation(after) }
    const isSuccess = after === '' || after === '.' || (unrunCommand(words) !== null && SUCCEEDS.test(after))
    if (before === '' && isSuccess) return { command, expect: { is: 'exit', code: 0 } }
  }
  const exists = EXISTS.exec(words)
  return exists === null ? null : readExistence(words.slice(exists[0].length).trim())
}

/** Words that say no more than exit 0: a form that people use as often as the arrow. */
const SUCCEEDS = /^(?:pass(?:es)?|succeeds?|is green|exits cleanly|runs without errors?)[.!]?$/i

/** Allowed before a command: nothing, a label with a colon, or the word "run". */
const isLead = (words: string): boolean =>
  words === '' || /[:：][*_]*$/.test(words) || /^(?:run|running|execute)$/i.test(words)

function readExpectation(words: string): Expectation {
  const exit = EXIT.exec(words)
  if (exit !== null) return { is: 'exit', code: Number(exit[1]) }
  const span = firstCodeSpan(words)
  if (span?.start === 0 && isTail(words.slice(span.end))) return { is: 'stdout', text: span.code.trim() }
  const number = NUMBER.exec(words)
  if (number !== null && isTail(words.slice(number[0].length))) return { is: 'number', value: Number(number[0]) }
  const values = readTolerated(words)
  if (values !== null) return { is: 'values', values }
  return words === '' ? { is: 'exit', code: 0 } : { is: 'words', words }
}

/** Values of the output, each with its tolerance: `energy = -1.23 ± 1e-6; count = 3 ± 0`. */
function readTolerated(words: string): readonly ReferenceValue[] | null {
  if (!/±|\+\/?-/.test(words)) return null
  const values = readReferenceValues(words.replace(/\.$/, ''))
  return values?.every(({ text, file }) => file === null && /±|\+\/?-/.test(text)) ? values : null
}

/** Whether only remarks in brackets, tags such as `[static]` and full stops follow. */
function isTail(words: string): boolean {
  let rest = words.trim()
  for (let turn = 0; rest !== '' && turn < 8; turn++) {
    const end = rest.startsWith('(')
      ? bracketEnd(rest)
      : (/^(?:`?\[[^\]`]{1,30}\]`?|[.,;]+)/.exec(rest)?.[0].length ?? 0)
    if (end === 0) return false
    rest = rest.slice(end).trim()
  }
  return rest === ''
}

function bracketEnd(words: string): number {
  let depth = 0
  for (let at = 0; at < words.length; at++) {
    if (words[at] === '(') depth++
    else if (words[at] === ')' && --depth === 0) return at + 1
  }
  return 0
}

/** `File exists: path`, one or several; some authors write a whole `test -f path` there, which is already a command. */
function readExistence(words: string): Check | null {
  const spans = codeSpans(words)
  if (spans.length === 0) return /^\S+$/.test(words) ? existenceCheck([words]) : null
  const between = spans.map((span, index) => words.slice(index === 0 ? 0 : spans[index - 1]!.end, span.start))
  if (!between.every(gap => /^[\s,、&]*(?:and)?\s*$/.test(gap)) || !isTail(words.slice(spans.at(-1)!.end))) return null
  const paths = spans.map(span => span.code.trim())
  const isCommand = paths.length === 1 && /^(?:test|\[|ls)\s/.test(paths[0]!)
  return isCommand ? { command: paths[0]!, expect: { is: 'exit', code: 0 } } : existenceCheck(paths)
}

const PROGRAMS = new Set(
  'bash bun cargo cat cd curl deno diff eslint git go grep head jest jq ls make node npm npx pip pnpm pytest python python3 rg sh tail test tsc uv vitest wc yarn'.split(
    ' ',
  ),
)

/** A code span that looks like a command, in a criterion that runs none. */
export function unrunCommand(words: string): string | null {
  const span = firstCodeSpan(words)
  const [first, second] = (span?.code ?? '').trim().replace(/^!\s+/, '').split(/\s+/, 2)
  return first !== undefined && second !== undefined && PROGRAMS.has(first) ? span!.code.trim() : null
}

/** Text that asks for a failing command, although text always means exit 0. */
export const asksForFailure = (expect: Expectation): boolean =>
  expect.is === 'words' && /^(?:exits?\b.{0,20})?\bnon-?\s?zero\b|^fails?\b/i.test(expect.words)
