/**
 * Expectations that the task itself spells out: "from 10 to 30", "says `Hi` instead of `Hello`", a literal result or message. The
 * old tests run with exactly these values instead of the old ones, and nothing else changed. Tests that pass this way were
 * changed as the task requests, and need no question.
 */

import type { TestResult } from '../../../core/proof/test-results.ts'
import { wordsOf } from '../../../core/text/sentences.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { styleOf } from '../reading/file-kind.ts'
import { passedIn } from '../suite/compare.ts'
import type { Suite } from '../suite/suite.ts'
import { changedLiterals, type LiteralPair } from '../syntax/literal-tokens.ts'
import { changedFiles } from './changed-files.ts'

/** Old tests that pass with the values of the task, and the sentences that contain these values. */
export interface SpelledOut {
  readonly ids: ReadonlySet<string>
  readonly sentences: readonly string[]
}

const NOTHING: SpelledOut = { ids: new Set(), sentences: [] }

/** The failing old tests that pass with the values that the task spells out. */
export async function spelledOut(on: Case, suite: Suite, tests: readonly TestResult[]): Promise<SpelledOut> {
  const { oldForm, existingTests } = on.layouts
  if (!oldForm || tests.length === 0) return NOTHING
  const sentences = wordsOf(on.contract.task)
  const found: Found[] = []
  for (const { path, texts } of changedFiles(on).filter(file => existingTests.includes(file.path))) {
    const { before, after } = await texts()
    if (before === null || after === null) continue
    const wanted = changedLiterals(before, after, styleOf(path)).flatMap(pair => {
      const sentence = sentenceFor(pair, sentences)
      return sentence === null ? [] : [{ pair, sentence }]
    })
    if (wanted.length > 0) found.push({ path, before, after, wanted })
  }
  const clear = clearOnes(found, sentences)
  if (clear.length === 0) return NOTHING
  const said = clear.flatMap(({ wanted }) => wanted.map(({ sentence }) => sentence))
  const edits: readonly TreeEdit[] = clear.map(({ path, ...one }) => ({ path, text: withValues(one) }))
  const files = edits.map(({ path }) => path).filter(path => suite.runner.isTestFile(path))
  const how = files.length === edits.length ? suite.selecting(files) : ({ files: null } as const)
  const { report } = await suite.run(await on.ports.vault.edit(oldForm, edits), how)
  const passing = passedIn(report)
  return { ids: new Set(tests.map(({ id }) => id).filter(id => passing.has(id))), sentences: [...new Set(said)] }
}

/** A changed test file, and the changed literals whose new values the task contains. */
interface Found {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly wanted: readonly { readonly pair: LiteralPair; readonly sentence: string }[]
}

/** A new value in the place of several old ones is clear only for those that the task contains as well. */
function clearOnes(found: readonly Found[], sentences: readonly string[]): readonly Found[] {
  const pairs = found.flatMap(({ wanted }) => wanted.map(({ pair }) => pair))
  const isOnly = ({ old, now }: LiteralPair) =>
    pairs.every(other => other.now.value !== now.value || other.old.value === old.value)
  return found.flatMap(file => {
    const wanted = file.wanted.filter(
      ({ pair }) => isOnly(pair) || sentences.some(words => says(words, pair.old.value)),
    )
    return wanted.length > 0 ? [{ ...file, wanted }] : []
  })
}

/** The old text with the new literals instead of the old ones. */
function withValues({ before, after, wanted }: Omit<Found, 'path'>): string {
  let text = ''
  let at = 0
  for (const { old, now } of wanted.map(({ pair }) => pair)) {
    text += before.slice(at, old.start) + after.slice(now.start, now.end)
    at = old.end
  }
  return text + before.slice(at)
}

/** The sentence that contains the new value of a literal; null if there is none. */
function sentenceFor({ old, now }: LiteralPair, sentences: readonly string[]): string | null {
  const whole = sentences.find(words => says(words, now.value))
  // A single word or number may be in a task by chance: it counts in quotes, or beside the old value.
  const isPhrase = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(now.value)
  const quoted = sentences.find(words => isQuoted(words, now.value) && now.value.length > SHORT)
  if (quoted ?? (isPhrase ? whole : undefined)) return quoted ?? whole!
  if (whole && sentences.some(words => says(words, old.value))) return whole
  const scaled = sentences.find(words => saysInOtherUnit(words, [old.value, now.value]))
  if (scaled !== undefined) return scaled
  const [was, is] = difference(old.value, now.value)
  if (was === '' || is === '') return null
  return sentences.some(words => says(words, was)) ? (sentences.find(words => says(words, is)) ?? null) : null
}

const SHORT = 3

/** Whether a sentence contains this value as a whole, not as a part of another word or number. */
function says(words: string, value: string): boolean {
  const text = value.trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return isQuoted(words, text)
  for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1)) {
    const [before, after] = [words.slice(0, at), words.slice(at + text.length)]
    const isPart =
      (/[\p{L}\p{N}_]$/u.test(before) && /^[\p{L}\p{N}_]/u.test(text)) ||
      (/[\p{L}\p{N}_]$/u.test(text) && /^[\p{L}\p{N}_]/u.test(after))
    const isOfNumber = /^[\d.-]*\d$/.test(text) && (/\d[.,]$|[\d-]$/.test(before) || /^[.,]\d/.test(after))
    if (!isPart && !isOfNumber) return true
  }
  return false
}

/** Thousandths, hundredths, and seconds, minutes and hours of each other; kilobytes and megabytes. */
const UNITS: readonly number[] = [
  10, 100, 1000, 1e6, 60, 3600, 24, 86_400, 60_000, 3_600_000, 86_400_000, 1024, 1_048_576,
]

/** Whether a sentence has both numbers in another unit: "from 5 to 30 seconds" for 5000 and 30000. */
function saysInOtherUnit(words: string, values: readonly [string, string]): boolean {
  const numbers = new Set((words.match(/\d+(?:\.\d+)?/g) ?? []).map(Number))
  const [old, now] = values.map(value => (/^\d[\d_]*$/.test(value) ? Number(value.replaceAll('_', '')) : 0))
  if (!old || !now || old === now) return false
  return UNITS.some(unit => [old, now].every(value => numbers.has(Number((value / unit).toPrecision(12)))))
}

const isQuoted = (words: string, text: string): boolean =>
  text !== '' && [`\`${text}\``, `"${text}"`, `'${text}'`, `“${text}”`].some(quoted => words.includes(quoted))

/** The difference between two texts, in whole words. */
function difference(old: string, now: string): readonly [string, string] {
  const parts = (text: string) => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []
  const [then, fresh] = [parts(old), parts(now)]
  let from = 0
  while (from < then.length && from < fresh.length && then[from] === fresh[from]) from++
  let back = 0
  while (back < then.length - from && back < fresh.length - from && then.at(-1 - back) === fresh.at(-1 - back)) back++
  return [
    then
      .slice(from, then.length - back)
      .join('')
      .trim(),
    fresh
      .slice(from, fresh.length - back)
      .join('')
      .trim(),
  ]
}
