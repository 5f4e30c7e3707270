/**
 * Work that a title requests by name: "Add `truncate(text, max)`", "Rename `sub` to `subtract`", "Remove the unused `sub`".
 * Tests can pass without it; the name must exist, or be removed.
 */
import { requestOf } from '../../../core/plan/intent.ts'
import { asWord } from '../../../core/text/pattern.ts'
import type { Case } from '../case.ts'
import { splitCode } from '../reading/code-lines.ts'
import { readLanguageOf } from '../reading/file-kind.ts'
import { addedNames } from '../syntax/added-names.ts'
import { changedProgram, orEmpty } from './changed-files.ts'

const NAME = '`([A-Za-z_$][\\w$]*)(?:\\([^`]*\\))?`'
const BRINGS = /^(?:add|implement|introduce|create|export)\b/i
const REMOVES = /^(?:remove|drop|delete)\b/i
const RENAMES = new RegExp(`^rename(?: (?:the|function|method|class))* ${NAME} (?:to|into|as) ${NAME}`, 'i')
/** The next name of a list, with the words before it that only say what it is. */
const NEXT = new RegExp(
  `^(?:\\s|,|&|(?:and|an?|the|new|unused|deprecated|old|obsolete|legacy|functions?|methods?|class(?:es)?|helpers?)\\b)*${NAME}`,
  'i',
)

/** Every name in the list at the beginning of these words, and the words after it. */
function listedIn(words: string): { readonly names: readonly string[]; readonly rest: string } {
  const names: string[] = []
  let rest = words
  for (let next = NEXT.exec(rest); next; next = NEXT.exec(rest)) {
    names.push(next[1]!)
    rest = rest.slice(next[0].length)
  }
  return { names, rest }
}

const namesAfter = (verb: RegExp, title: string) =>
  verb.test(title) ? listedIn(title.replace(verb, '')) : { names: [], rest: '' }

/** The first name that the title asks for and that `isThere` does not find; null if there is none. */
export const unknownName = (title: string, isThere: (name: string) => boolean): string | null =>
  namesAfter(BRINGS, requestOf(title)).names.find(name => !isThere(name)) ?? null

/** The missing part of that work; null if nothing is missing, or nothing is requested by name. */
export async function undoneByName(on: Case): Promise<string | null> {
  const title = requestOf(on.contract.task.title)
  for (const brought of namesAfter(BRINGS, title).names)
    if (!(await isSpokenOf(on, brought)))
      return `The title asks for \`${brought}\`, and no changed file contains that name.`
  const [, from, to] = RENAMES.exec(title) ?? []
  if (to && !(await isSpokenOf(on, to))) return `The title asks for \`${to}\`, and no changed file contains that name.`
  const list = namesAfter(REMOVES, title)
  // "Remove `x` from `y`" is about a part of something.
  const gone = /^\s*\.?$/.test(list.rest) ? list.names : []
  for (const removed of from === undefined ? gone : [from])
    if (await isDeclaredAsBefore(on, removed))
      return `The title asks to remove \`${removed}\`, and it is still declared.`
  return null
}

/** Whether a changed file of the program contains this name, in code or in a string. */
async function isSpokenOf(on: Case, name: string): Promise<boolean> {
  const word = asWord(name)
  for (const { path, texts } of changedProgram(on)) {
    const { after } = await texts()
    if (after !== null && splitCode(after, readLanguageOf(path)).some(({ spoken }) => word.test(spoken))) return true
  }
  return false
}

/** Whether every changed file that declared this name still does. If none did, it may be anywhere. */
async function isDeclaredAsBefore(on: Case, name: string): Promise<boolean> {
  let declared = 0
  for (const { path, status, texts } of changedProgram(on)) {
    if (status === 'added') continue
    const { before, after } = orEmpty(await texts())
    if (!(await addedNames(null, before, path)).includes(name)) continue
    if (!(await addedNames(null, after, path)).includes(name)) return false
    declared++
  }
  return declared > 0
}
