/**
 * A request for another form of the same code: "Make Point a dataclass", "Replace the enum with a const object". Its verb says little, so
 * every other word has to be about code: a file or a name of the program that changed, or a form that the change brings or takes away.
 */

import { asksForMore, isCodeNoun, requestOf, rewrites } from '../../../core/plan/intent.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { onOneSide } from '../../../core/text/lists.ts'
import { sentencesOf, singularsIn } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { isProtected } from '../settings/protected.ts'
import { codeForms, codeWords } from '../translation/code-forms.ts'
import { codeTokens } from '../translation/languages/code-tokens.ts'
import { orEmpty } from './changed-files.ts'
import type { ChangedPart } from './changed-parts.ts'

/** The forms that the task names and the change brings or takes away; none if it asks for anything else. */
export async function askedForms(on: Case, parts: readonly ChangedPart[]): Promise<readonly string[]> {
  const [title = '', ...rest] = sentencesOf([wholeRequest(on.contract.task)])
  if (!rewrites(title) || asksForMore([title])) return []
  const { forms, names } = await wordsOfChange(on, parts)
  const isCode = (word: string) => forms.has(word) || names.has(word) || isCodeNoun(word)
  const isAboutCode = (words: string) => contentOf(words).every(isCode)
  const isOfSettings = parts.some(({ path }) => isProtected(path, on.config.protect))
  const asksNoMore = (words: string) =>
    LEAVES_ALONE.test(words) ||
    (isOfSettings && MENDS_FINDINGS.test(words)) ||
    (rewrites(words) && !asksForMore([words]) && isAboutCode(words)) ||
    (STATES.test(words) && singularsIn(words).slice(0, 1).every(isCode))
  const description = [...rest, ...sentencesOf(on.contract.task.steps)].filter(words => !title.endsWith(words))
  return isAboutCode(title) && description.every(asksNoMore) ? contentOf(title).filter(word => forms.has(word)) : []
}

/** A title, with the first sentence of the description where this goes on: "Use pathlib" and "in `toy/files.py`". */
function wholeRequest({ title, steps }: Task): string {
  const [first = ''] = sentencesOf(steps)
  return CONTINUES.test(first) ? `${requestOf(title)} ${first}` : requestOf(title)
}

const CONTINUES = /^(?:in|of|from|instead of|rather than) /i

/** The words after the verb that mean something. */
const contentOf = (words: string): readonly string[] =>
  [...new Set(singularsIn(words).slice(1))].filter(word => !LITTLE.has(word))

/** "Enums are not erasable" says something of the code that is there. */
const STATES = /^\S+ (?:is|are|has|have|was|were|does|do)\b/i

/** "Callers must not change" asks for nothing. */
const LEAVES_ALONE =
  /\b(?:not (?:be )?|never )(?:change|affect|touch)|\b(?:stay|remain)s? (?:the same|unchanged|as )|\bkeeps? (?:working|passing)\b/i

/** "And fix what it finds" is about the checks that other settings bring. */
const MENDS_FINDINGS =
  /^(?:and |then |also )?(?:fix|resolve|address) (?:what|whatever|everything|(?:all |any |the |its |new |resulting )*(?:errors?|violations?|warnings?|findings?|complaints?))\b/i

/** Words without a meaning of their own. */
const LITTLE: ReadonlySet<string> = new Set(
  'a an the of in on at to into from with without for by as and or instead rather than all every each its it this that these those no not more only plain own'.split(
    ' ',
  ),
)

/** Names and files of the program that changed, and forms with another number of uses. */
async function wordsOfChange(on: Case, parts: readonly ChangedPart[]) {
  const forms = new Set<string>()
  const names = new Set<string>()
  const list = await on.ports.vault.list(on.layouts.asSubmitted)
  const own = new Set(list.flatMap(path => path.split('/').map(name => name.replace(/\..*$/, ''))))
  for (const { path, part, texts } of parts) {
    if (part !== 'program') continue
    for (const word of codeWords(path)) names.add(word)
    const { before, after } = orEmpty(await texts())
    if (isProtected(path, on.config.protect)) {
      for (const word of await changedEntries(before, after, path)) forms.add(word)
      continue
    }
    for (const { kind, text } of await codeTokens(before, path))
      if (kind === 'word') for (const word of codeWords(text)) names.add(word)
    const [then, now] = [await codeForms(before, path, own), await codeForms(after, path, own)]
    if (then === null || now === null) continue
    for (const word of then.keys()) names.add(word)
    for (const word of new Set([...then.keys(), ...now.keys()])) if (then.get(word) !== now.get(word)) forms.add(word)
  }
  return { forms, names }
}

/** The words of settings that were added or are gone. */
async function changedEntries(before: string, after: string, path: string): Promise<readonly string[]> {
  const wordsOf = async (text: string) =>
    (await codeTokens(text, path)).filter(({ kind }) => kind !== 'mark').flatMap(token => singularsIn(token.text))
  return onOneSide(await wordsOf(before), await wordsOf(after))
}
