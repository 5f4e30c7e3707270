/**
 * Comments that switch checks off, found by what they do: the type checker and the linter run once more with the comments of the
 * change made harmless. A check that passes only because of a comment that gives no reason is no check.
 */
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { changedProgram } from '../change/changed-files.ts'
import { commandGate } from '../gate-result.ts'
import { splitCode } from '../reading/code-lines.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { diffLines } from '../reading/line-diff.ts'
import { isGreen, isRed } from '../suite/bench.ts'

const SHOWN_MAX = 5
/** A reason has at least so many words that are not part of a directive. */
const REASON_WORDS_MIN = 3
const WORD = /^["'(]*\p{L}[\p{L}'’]+[.,;!?)"']*$/u

/** A directive begins its comment. Tags of documentation, directives of Go's compiler and references of TypeScript are no suppressions. */
const BEGINNING = /(^\s*[/*#!;%-]*\s*|\s#+\s*)(?!go:|<|@\p{L}+(?:\s|$))([^\s/*#!;%-]\S*)/gu

/** Null if the check passes without these comments, too. */
export async function suppressionGate(
  on: Case,
  name: 'typecheck' | 'lint',
  command: string,
): Promise<GateResult | null> {
  const edits: TreeEdit[] = []
  const places: string[] = []
  for (const { path, texts } of changedProgram(on)) {
    const found = withoutDirectives(path, await texts())
    if (found === null) continue
    edits.push({ path, text: found.text })
    places.push(...found.lines)
  }
  if (edits.length === 0) return null
  const { asSubmitted } = on.layouts
  const tree = await on.ports.vault.edit(asSubmitted, edits)
  on.bench.call(tree, 'the change with harmless comments')
  on.bench.expectToFail(tree)
  const outcome = await on.bench.run(tree, command)
  if (!isRed(outcome) || !isGreen(await on.bench.run(asSubmitted, command))) return null
  const isAllowed = on.contract.task.allow.includes('suppressions')
  return commandGate(
    `suppressions:${name}`,
    { command, outcome },
    {
      ...(isAllowed ? ({ verdict: 'noted', blocking: false } as const) : ({ verdict: 'failed' } as const)),
      words: [
        `${name} passes only because of comments that switch it off. Repair what it finds, or say the reason in the comment:`,
        ...places.slice(0, SHOWN_MAX),
      ].join('\n'),
      lines: [],
    },
  )
}

/** A file with its new comments made harmless, unless they give a reason, and their lines; null if there are none. */
export function withoutDirectives(
  path: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): { readonly text: string; readonly lines: readonly string[] } | null {
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
    if (said === '' || words.length >= REASON_WORDS_MIN || harmless === comment || !isMore(said, before, after))
      continue
    const line = raw[number - 1]!
    raw[number - 1] = line
      .split('')
      .map((letter, at) => (comment[at] === letter ? harmless[at] : letter))
      .join('')
    lines.push(`${path}:${number}: ${line.trim()}`)
  }
  return lines.length === 0 ? null : { text: raw.join('\n'), lines }
}

/** A rewritten line keeps its comment. */
const isMore = (said: string, before: string | null, after: string): boolean =>
  after.split(said).length > (before ?? '').split(said).length
