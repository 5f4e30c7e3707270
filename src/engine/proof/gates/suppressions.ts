/**
 * Comments that switch checks off, found by what they do: the type checker and the linter run once more with the comments of the
 * change made harmless. A check that passes only because of a comment that gives no reason is no check.
 */

import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { changedProgram, searchedTexts } from '../change/changed-files.ts'
import { staged } from '../forms/staged.ts'
import { commandGate } from '../gate-result.ts'
import { splitCode } from '../reading/code-lines.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { diffLines } from '../reading/line-diff.ts'
import { isGreen, isRed } from '../suite/bench.ts'
import type { BothTexts } from '../translation/read-change.ts'

const SHOWN_MAX = 5
/** The head of a file ends where its code begins, and is short. */
const HEAD_LINES_MAX = 10
/** A reason has at least so many words that are not part of a directive. */
const REASON_WORDS_MIN = 3
const WORD = /^["'(]*\p{L}[\p{L}'’]+[.,;!?)"']*$/u

/**
 * A directive begins its comment. Tags of documentation, directives of Go's compiler and references of TypeScript are no suppressions. The
 * quotes of a docstring stay, or the file would not parse.
 */
const BEGINNING = /(^\s*[/*#!;%"'-]*\s*|\s#+\s*)(?!go:|<|@\p{L}+(?:\s|$))([^\s/*#!;%"'-][^\s"']*)/gu

/** Null if the check passes without these comments, too. */
export async function suppressionGate(
  on: Case,
  name: 'typecheck' | 'lint',
  command: string,
): Promise<GateResult | null> {
  const files = await Promise.all(changedProgram(on).map(async ({ path, texts }) => ({ path, ...(await texts()) })))
  if (withoutDirectives(files).length === 0) return null
  const { asSubmitted, base } = on.layouts
  const heads = [...(await searchedTexts(on, base)).values()].flatMap(text => text.split('\n', HEAD_LINES_MAX))
  const edits = withoutDirectives(files, new Set(heads.map(line => line.trim())))
  if (edits.length === 0) return null
  const texts = edits.map(({ path, text }) => ({ path, text }))
  const tree = await staged(on, asSubmitted, texts, 'the change with harmless comments')
  const outcome = await on.bench.run(tree, command)
  if (!isRed(outcome) || !isGreen(await on.bench.run(asSubmitted, command))) return null
  const isAllowed = on.contract.task.allow.includes('suppressions')
  return commandGate(
    `suppressions:${name}`,
    { command, outcome },
    {
      ...(isAllowed ? ({ verdict: 'noted', blocking: false } as const) : ({ verdict: 'failed' } as const)),
      words: [
        `${name} passes only because of comments that switch it off. Fix what it finds, or give the reason in the comment:`,
        ...edits.flatMap(({ lines }) => lines).slice(0, SHOWN_MAX),
      ].join('\n'),
      lines: [],
    },
  )
}

interface Harmless {
  readonly path: string
  readonly text: string
  /** The lines of the comments, with their places. */
  readonly lines: readonly string[]
}

/**
 * Files with their new comments made harmless, unless they give a reason. A comment that moves is not new, and licences and other
 * `heads` of the files of the project are conventions.
 */
export function withoutDirectives(
  files: readonly BothTexts[],
  heads: ReadonlySet<string> = new Set(),
): readonly Harmless[] {
  const count = (said: string, texts: readonly (string | null)[]) =>
    texts.reduce((sum, text) => sum + (text ?? '').split(said).length - 1, 0)
  const isMore = (said: string) =>
    count(
      said,
      files.map(({ after }) => after),
    ) >
    count(
      said,
      files.map(({ before }) => before),
    )
  return files.flatMap(file => harmlessFile(file, { isMore, heads }) ?? [])
}

/** Null if there is nothing to do. */
function harmlessFile(
  { path, before, after }: BothTexts,
  { isMore, heads }: { readonly isMore: (said: string) => boolean; readonly heads: ReadonlySet<string> },
): Harmless | null {
  const language = readLanguageOf(path)
  if (after === null || kindOf(path) !== 'source' || language === 'none') return null
  const raw = after.split('\n')
  const parts = splitCode(after, language)
  const lines: string[] = []
  for (const number of diffLines((before ?? '').split('\n'), raw).added) {
    const { comment } = parts[number - 1]!
    const said = comment.trim()
    const words = said.split(/\s+/).filter(word => WORD.test(word))
    const harmless = comment.replace(BEGINNING, (_, mark: string, word: string) => mark + 'o'.repeat(word.length))
    if (said === '' || words.length >= REASON_WORDS_MIN || harmless === comment || !isMore(said)) continue
    const line = raw[number - 1]!
    const isHead = parts.slice(0, number).every(({ spoken }) => spoken.trim() === '')
    if (line.startsWith('#!') || (isHead && heads.has(line.trim()))) continue
    raw[number - 1] = line
      .split('')
      .map((letter, at) => (comment[at] === letter ? harmless[at] : letter))
      .join('')
    lines.push(`${path}:${number}: ${line.trim()}`)
  }
  return lines.length === 0 ? null : { path, text: raw.join('\n'), lines }
}
