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
import { isTest } from './test-files.ts'

const NAME = '`([A-Za-z_$][\\w$]*)(?:\\([^`]*\\))?`'
const BRINGS = new RegExp(
  `^(?:add|implement|introduce|create|export)(?: (?:an?|the|new|function|method|helper|class))* ${NAME}`,
  'i',
)
const RENAMES = new RegExp(`^rename(?: (?:the|function|method|class))* ${NAME} (?:to|into|as) ${NAME}`, 'i')
const REMOVES = new RegExp(
  `^(?:remove|drop|delete)(?: (?:the|an?|unused|deprecated|old|obsolete|legacy|function|method|class|helper))* ${NAME}\\.?$`,
  'i',
)

/** The missing part of that work; null if nothing is missing, or nothing is requested by name. */
export async function undoneByName(on: Case): Promise<string | null> {
  const title = requestOf(on.contract.task.title)
  const [, brought] = BRINGS.exec(title) ?? []
  if (brought && !(await isSpokenOf(on, brought)))
    return `The title asks for \`${brought}\`, and no changed file contains that name.`
  const [, from, to] = RENAMES.exec(title) ?? []
  if (to && !(await isSpokenOf(on, to))) return `The title asks for \`${to}\`, and no changed file contains that name.`
  const [, removed = from] = REMOVES.exec(title) ?? []
  if (removed && (await isDeclaredAsBefore(on, removed)))
    return `The title asks to remove \`${removed}\`, and it is still declared.`
  return null
}

/** Whether a changed file of the program contains this name, in code or in a string. */
async function isSpokenOf(on: Case, name: string): Promise<boolean> {
  const word = asWord(name)
  for (const { path, status } of on.draft.changes) {
    if (status === 'deleted' || isTest(on, path)) continue
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    if (text !== null && splitCode(text, readLanguageOf(path)).some(({ spoken }) => word.test(spoken))) return true
  }
  return false
}

/** Whether every changed file that declared this name still does. If none did, it may be anywhere. */
async function isDeclaredAsBefore(on: Case, name: string): Promise<boolean> {
  let declared = 0
  for (const { path, status } of on.draft.changes) {
    if (isTest(on, path) || status === 'added') continue
    const before = (await on.ports.vault.readText(on.layouts.base, path)) ?? ''
    if (!(await addedNames(null, before, path)).includes(name)) continue
    const after = status === 'deleted' ? '' : ((await on.ports.vault.readText(on.layouts.asSubmitted, path)) ?? '')
    if (!(await addedNames(null, after, path)).includes(name)) return false
    declared++
  }
  return declared > 0
}
