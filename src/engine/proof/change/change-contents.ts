/** Contents of a change for the rules: entries of manifests, names of types, removed code. */

import { callsUnneeded } from '../../../core/plan/intent.ts'
import type { Task } from '../../../core/plan/plan.ts'
import { onOneSide, without } from '../../../core/text/lists.ts'
import { asWord } from '../../../core/text/pattern.ts'
import { singularsIn, wordsOf } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { codeLinesOf } from '../reading/code-lines.ts'
import { kindOf } from '../reading/file-kind.ts'
import { entryValues, goneDependencies, isAskedInData, isAskedThroughout } from '../settings/asked-entries.ts'
import { settingsData } from '../settings/data.ts'
import { isManifest } from '../settings/manifest-description.ts'
import { differingParts } from '../settings/parts.ts'
import { addedNames, withoutNames } from '../syntax/added-names.ts'
import { differsInTypes, isInert } from '../syntax/inert.ts'
import { itemsOf } from '../translation/languages/items.ts'
import { orEmpty, searchedTexts } from './changed-files.ts'
import type { ChangedPart } from './changed-parts.ts'
import { isTest } from './test-files.ts'

/** Names of dependencies, scripts and settings that differ between two forms of the changed manifests. */
export async function changedEntries(parts: readonly ChangedPart[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const { part, texts } of parts) {
    if (part !== 'manifest') continue
    const { before, after } = orEmpty(await texts())
    const lines = (text: string) => text.split('\n').map(line => line.trim().replace(/,$/, ''))
    for (const line of onOneSide(lines(before), lines(after)))
      names.push(...(/^["']?([@\w][\w@/.-]*)/.exec(line)?.slice(1) ?? []))
  }
  return names.filter(name => name.length > 1)
}

const LINE_MAX = 80

/** Lines that the change adds to files that nothing runs, as a task may quote them: a pattern of .gitignore. */
export async function addedWords(parts: readonly ChangedPart[]): Promise<readonly string[]> {
  const added: string[] = []
  for (const { path, part, texts } of parts) {
    if (part !== 'idle' || isManifest(path)) continue
    const { before, after } = orEmpty(await texts())
    added.push(...without(linesOf(after), linesOf(before)))
  }
  return added.filter(line => line.length > 2 && line.length <= LINE_MAX)
}

/** Words of the entries that the change adds to files of settings that nothing runs: "Update npm and actions, weekly". */
export async function addedValues(parts: readonly ChangedPart[]): Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  for (const { path, part, texts } of parts) {
    const { before, after } = await texts()
    const [then, now] = [settingsData(path, before) ?? {}, settingsData(path, after)]
    if (part !== 'idle' || now === null) continue
    for (const { key, after: is } of differingParts(then, now))
      for (const text of [...key, ...entryValues(is)]) for (const word of singularsIn(text)) words.add(word)
  }
  return words
}

const linesOf = (text: string): readonly string[] => text.split('\n').map(line => line.trim())

/** Whether the task mentions every entry of the manifests that differs, with its new value. */
export async function isAskedInManifests(task: Task, parts: readonly ChangedPart[]): Promise<boolean> {
  const manifests = parts.filter(({ part, path }) => part === 'manifest' && isManifest(path))
  for (const { path, texts } of manifests) if (!isAskedThroughout(task, { path, ...(await texts()) })) return false
  return manifests.length > 0
}

/**
 * Whether the task names each package that comes or goes, at least one goes, and the change is about nothing else: every file of the
 * program that differs spoke of such a package and does no longer, or is new.
 */
export async function dropsNamedPackages(task: Task, parts: readonly ChangedPart[]): Promise<boolean> {
  if (!(await isAskedInManifests(task, parts))) return false
  const gone: string[] = []
  for (const { part, path, texts } of parts)
    if (part === 'manifest' && isManifest(path)) gone.push(...goneDependencies({ path, ...(await texts()) }))
  // In code, `left-pad` may be `left_pad`.
  const names = [...new Set(gone.flatMap(name => [name, name.replaceAll('-', '_')]))].map(asWord)
  for (const { part, status, texts } of parts) {
    if (part !== 'program' || status === 'added') continue
    const { before, after } = orEmpty(await texts())
    if (!names.some(name => name.test(before) && !name.test(after))) return false
  }
  return gone.length > 0
}

/** Values of data that the change adds, if the task spells out every one that differs; null if it does not. */
export async function spelledOutData(task: Task, parts: readonly ChangedPart[]): Promise<readonly string[] | null> {
  const words = new Set<string>()
  for (const { path, texts } of parts) {
    const { before, after } = await texts()
    if (kindOf(path) !== 'data' || !isAskedInData(task, { path, before, after })) return null
    const valuesIn = (text: string | null) => text?.match(/[\p{L}\d]+/gu) ?? []
    const known = new Set(valuesIn(before))
    for (const value of valuesIn(after)) if (!known.has(value)) words.add(value)
  }
  return [...words]
}

/** Whether the change adds, removes or alters types of a program. */
export async function bringsTypes(parts: readonly ChangedPart[]): Promise<boolean> {
  for (const { path, part, texts } of parts) {
    const { before, after } = orEmpty(await texts())
    if (part === 'types' || (part === 'program' && (await differsInTypes(before, after, path)))) return true
  }
  return false
}

const QUOTED_NAME = /`([A-Za-z_$][\w$]*)`/g

/** Whether the title names a type that the change newly declares or exports. */
export async function declaresNamedType(on: Case, parts: readonly ChangedPart[]): Promise<boolean> {
  const names = [...on.contract.task.title.matchAll(QUOTED_NAME)].map(([, name]) => name!)
  for (const { part, texts } of parts) {
    if (part !== 'types') continue
    const { before, after } = orEmpty(await texts())
    const isExported = (name: string, text: string) =>
      new RegExp(
        `\\bexport\\s+(?:declare\\s+)?(?:type|interface)\\s+${name}\\b|\\bexport\\s+type\\s*\\{[^}]*\\b${name}\\b`,
      ).test(text)
    if (names.some(name => isExported(name, after) && !isExported(name, before))) return true
  }
  return false
}

/**
 * Names that the change removes from programs, if it does nothing else to them and nothing uses these names. The task has to mention one
 * of them, or their file; names that nobody outside can use are also covered by a word for all that is unused.
 */
export async function deadNames(on: Case, parts: readonly ChangedPart[]): Promise<readonly string[]> {
  const gone: string[] = []
  let isPrivate = true
  for (const { path, status, part, texts } of parts) {
    if (part !== 'program') continue
    if (status === 'added') return []
    const { before, after } = orEmpty(await texts())
    const names = await addedNames(after, before, path)
    if (names.length === 0 || !(await isSameWithout({ path, before, after, names: new Set(names) }))) return []
    const items = await itemsOf({ path, text: before })
    isPrivate &&= items?.every(item => !item.isPublic || !item.names.some(name => names.includes(name))) ?? false
    gone.push(...names)
  }
  const words = wordsOf(on.contract.task)
  const isAsked = (name: string) => words.some(said => asWord(name).test(said))
  if (gone.length === 0 || (await isSpokenOfAnywhere(on, gone))) return []
  return gone.some(isAsked) ||
    (isPrivate && words.some(callsUnneeded)) ||
    parts.some(({ path, part }) => part === 'program' && words.some(said => said.includes(path)))
    ? gone
    : []
}

/** Whether a file is the same but for its imports and the statements that declare only these names. */
async function isSameWithout({
  path,
  before,
  after,
  names,
}: {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly names: ReadonlySet<string>
}): Promise<boolean> {
  const [rest, now] = [await withoutNames(before, path, names), await withoutNames(after, path, names)]
  if (rest !== null && now !== null) return rest === now || isInert(rest, now, path)
  const [then, left] = [await itemsOf({ path, text: before }), await itemsOf({ path, text: after })]
  const kept = then?.filter(item => !item.passes && !(item.names.length > 0 && item.names.every(one => names.has(one))))
  const code = left?.filter(item => !item.passes)
  const passed = new Set(then?.filter(({ passes }) => passes).flatMap(item => item.code.split(' ')))
  return (
    kept !== undefined &&
    kept.length === code?.length &&
    kept.every((item, at) => item.code === code[at]!.code) &&
    left!.every(({ passes, code: said }) => !passes || said.split(' ').every(word => passed.has(word)))
  )
}

async function isSpokenOfAnywhere(on: Case, names: readonly string[]): Promise<boolean> {
  const isCode = (path: string) => kindOf(path) === 'source' || isTest(on, path)
  return [...(await searchedTexts(on, on.layouts.asSubmitted, isCode))].some(([path, text]) =>
    codeLinesOf(text, path).some(({ spoken }) => names.some(name => asWord(name).test(spoken))),
  )
}
