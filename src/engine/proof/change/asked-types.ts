/**
 * A request for other types in its own words: "Money should be readonly". A type says nothing that a run could show, so the title has to
 * mention a word of the language that the change brings into the types or takes out of them: a name there may be a promise that the
 * program does not keep.
 */

import { asksForMore, requestOf } from '../../../core/plan/intent.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { onOneSide } from '../../../core/text/lists.ts'
import { baseName } from '../../../core/text/paths.ts'
import { asWord } from '../../../core/text/pattern.ts'
import { sentencesOf } from '../../../core/text/sentences.ts'
import { codeForms } from '../translation/code-forms.ts'
import { orEmpty } from './changed-files.ts'
import type { ChangedPart } from './changed-parts.ts'

/** Shorter words of a type are words of any sentence, so the title also has to name the file. */
const LENGTH_MIN = 4

/** Whether the title mentions what changed in the types, and every other sentence speaks of the changed lines. */
export async function asksForTypes(task: Task, parts: readonly ChangedPart[]): Promise<boolean> {
  const [title = '', ...rest] = sentencesOf([requestOf(task.title)])
  if (asksForMore([title])) return false
  const lines = new Set<string>()
  let isTitled = false
  for (const { path, part, texts } of parts) {
    if (part !== 'types') continue
    const { before, after } = orEmpty(await texts())
    const [then, now] = [await codeForms(before, path, NO_NAMES), await codeForms(after, path, NO_NAMES)]
    if (then === null || now === null) return false
    // Names of syntax nodes (`type`, `annotation`) are words of any title about types.
    const written = new Set(wordsIn(`${before}\n${after}`).map(word => word.toLowerCase()))
    const differing = [...then.keys(), ...now.keys()].filter(
      word => written.has(word) && then.has(word) !== now.has(word),
    )
    isTitled ||= differing.some(
      word => says(title, word) && (word.length >= LENGTH_MIN || title.includes(baseName(path))),
    )
    for (const line of onOneSide(before.split('\n'), after.split('\n')))
      for (const word of wordsIn(line)) lines.add(word)
  }
  const speaks = (words: string) =>
    [...lines].some(word => words.includes(`\`${word}\``) || (word.length >= LENGTH_MIN && says(words, word)))
  return isTitled && [...rest, ...sentencesOf(task.steps)].every(speaks)
}

const NO_NAMES: ReadonlySet<string> = new Set()

const says = (words: string, word: string): boolean => new RegExp(asWord(word), 'i').test(words)

const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? []
