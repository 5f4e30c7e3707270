/**
 * Whether a task asks for every changed entry of a manifest or of another file of settings. Its author has then decided about
 * each of them, so the change reaches no further than the plan.
 */

import type { Task } from '../../../core/plan/plan.ts'
import { without } from '../../../core/text/lists.ts'
import { baseName } from '../../../core/text/paths.ts'
import { singularsIn, wordsOf } from '../../../core/text/sentences.ts'
import { isPlainVersion } from '../change/renewals.ts'
import type { BothTexts } from '../translation/read-change.ts'
import { settingsData } from './data.ts'
import { jsonEntries } from './json.ts'
import { isIdleEntry } from './manifest-description.ts'
import { isNewScript } from './package-json.ts'
import { differingParts, isTable, newEntries, type PartChange, type PartTable } from './parts.ts'

/** Whether the task asks for every difference between the two, but for the description of the package. */
export function isAskedThroughout(task: Task, { path, before, after }: BothTexts): boolean {
  const [base, candidate] = [settingsData(path, before), settingsData(path, after)]
  return base !== null && candidate !== null && areAsked(task, base, candidate)
}

/** The same for settings that are data already. */
export function areAsked(task: Task, base: PartTable, candidate: PartTable): boolean {
  const said = new Set(wordsOf(task).flatMap(tokensOf))
  const parts = differingParts(base, candidate)
  // A task cannot mention differences that no parser sees.
  return (
    parts.length > 0 &&
    parts.every(
      part =>
        isIdleEntry(part.key) ||
        (isEmpty(part.before) && isEmpty(part.after)) ||
        // A new script is started only by people who know its name.
        (isNewScript(part.key, base) && isSaidIn(said, part.key.at(-1)!)) ||
        isAsked(part, said),
    )
  )
}

/** The task mentions the entry, and all that is new in its value; a plain version of a named package may be any. */
function isAsked({ key, before, after }: PartChange, said: ReadonlySet<string>): boolean {
  const isSaid = (text: string) => isSaidIn(said, text)
  const name = key.at(-1)!
  const isPackage = key.slice(0, -1).some(part => IS_OF_PACKAGES.test(part))
  if (isPackage && (after === undefined || isPlainVersion(after))) return isSaid(name)
  if (after === undefined || isSwitchedOn(before, after)) return isSaid(name)
  // The entries of a list are values, so its own name need not be mentioned where they are.
  if (Array.isArray(after)) {
    const entries = [...newEntries(before, after), ...newEntries(after, before)].flatMap(entryValues)
    return entries.length > 0 ? entries.every(isSaid) : isSaid(name)
  }
  const [old, now] = [tokensOf(String(before ?? '')), tokensOf(String(after))]
  const [fresh, gone] = [without(now, old), without(old, now)]
  const called = key.flatMap(part => part.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return isSaid((fresh.length > 0 ? fresh : gone).join(' ')) && called.some(word => said.has(word))
}

/** The values in an entry of a list, which may be a table. */
export function entryValues(entry: unknown): readonly string[] {
  if (Array.isArray(entry)) return entry.flatMap(entryValues)
  return isTable(entry) ? Object.values(entry).flatMap(entryValues) : [String(entry)]
}

/** The same for data that a program or a tool loads: a list is compared by its entries, a text of any other format by its lines. */
export function isAskedInData(task: Task, { path, before, after }: BothTexts): boolean {
  const [base, candidate] = [before === null ? {} : dataIn(path, before), dataIn(path, after)]
  if (base === null || candidate === null || !areAsked(task, base, candidate)) return false
  // A value that the task mentions may be at the wrong place.
  const said = new Set(wordsOf(task).flatMap(singularsIn))
  return differingParts(base, candidate).every(
    ({ key, after: is }) => Array.isArray(is) || singularsIn(key.at(-1)!).some(word => said.has(word)),
  )
}

function dataIn(path: string, text: string | null): PartTable | null {
  if (text === null) return null
  const list = listIn(text)
  if (list !== null) return { list }
  const data = settingsData(path, text) ?? jsonEntries(text)
  if (data !== null || hasParser(path)) return data
  return text.trimEnd().includes('\n') ? { lines: text.split('\n') } : { [baseName(path)]: text.trim() }
}

const hasParser = (path: string): boolean => /\.(?:json\w?|ya?ml|toml)$/.test(path)

function listIn(text: string): readonly unknown[] | null {
  try {
    const data: unknown = JSON.parse(text)
    return Array.isArray(data) ? data : null
  } catch {
    return null
  }
}

/** Packages that a manifest had and has no longer. */
export function goneDependencies({ path, before, after }: BothTexts): readonly string[] {
  const [base, candidate] = [settingsData(path, before), settingsData(path, after)]
  if (base === null || candidate === null) return []
  return differingParts(base, candidate)
    .filter(({ key }) => key.some(part => IS_OF_PACKAGES.test(part)))
    .flatMap(({ key, before: was, after: is }) =>
      Array.isArray(was) || Array.isArray(is)
        ? newEntries(is, was).flatMap(entry => /^[@\w][\w@/.-]*/.exec(String(entry)) ?? [])
        : is === undefined || isEmpty(is)
          ? isTable(was)
            ? Object.keys(was)
            : key.slice(-1)
          : [],
    )
}

const IS_OF_PACKAGES = /dependenc|^require$/i

const isSaidIn = (said: ReadonlySet<string>, text: string): boolean => tokensOf(text).every(word => said.has(word))

/** A flag, or a rule of a linter: a weaker level only where there was none. */
const isSwitchedOn = (before: unknown, after: unknown): boolean =>
  after === true || after === 'error' || (after === 'warn' && (before === undefined || before === 'off'))

/** A table without entries is as good as none. */
const isEmpty = (value: unknown): boolean => value === undefined || (isTable(value) && Object.keys(value).length === 0)

/** Texts as words: a name with its scope and dots, a number, a flag without its dashes. */
const tokensOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[@\p{L}\p{N}][\p{L}\p{N}@/._+-]*/gu) ?? []).map(word => word.replace(/[./_-]+$/, ''))
