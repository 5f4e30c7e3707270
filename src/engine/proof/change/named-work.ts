/** Work that a title requests by name: tests can pass without it, so the name must exist, or be gone. */

import { asWord } from '../../../core/text/pattern.ts'
import type { Case } from '../case.ts'
import { codeLinesOf } from '../reading/code-lines.ts'
import { addedNames } from '../syntax/added-names.ts'
import { asksIn } from './asked-to-go.ts'
import { changedProgram, orEmpty } from './changed-files.ts'

/** The missing part of that work; null if nothing is missing, or nothing is requested by name. */
export async function undoneByName(on: Case): Promise<string | null> {
  const { brings, renames, removes } = asksIn(on.contract)
  for (const name of [...brings, ...renames.map(({ to }) => to)])
    if (!(await isSpokenOf(on, name))) return `The title asks for \`${name}\`, and no changed file contains that name.`
  for (const name of [...removes, ...renames.map(({ from }) => from)])
    if (await isDeclaredAsBefore(on, name)) return `The title asks to remove \`${name}\`, and it is still declared.`
  return null
}

/** Whether a changed file of the program contains this name, in code or in a string. */
async function isSpokenOf(on: Case, name: string): Promise<boolean> {
  const word = asWord(name)
  for (const { path, texts } of changedProgram(on)) {
    const { after } = await texts()
    if (after !== null && codeLinesOf(after, path).some(({ spoken }) => word.test(spoken))) return true
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
