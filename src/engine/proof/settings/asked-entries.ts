/**
 * Whether a task asks for every changed entry of a manifest or of another file of settings. Its author has then decided about
 * each of them, so the change reaches no further than the plan.
 */

import type { Task } from '../../../core/plan/plan.ts'
import { without } from '../../../core/text/lists.ts'
import { wordsOf } from '../../../core/text/sentences.ts'
import { isPlainVersion } from '../change/renewals.ts'
import type { BothTexts } from '../translation/read-change.ts'
import { settingsData } from './data.ts'
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
  const isPackage = key.slice(0, -1).some(part => /dependenc|^require$/i.test(part))
  if (isPackage && (after === undefined || isPlainVersion(after))) return isSaid(name)
  if (after === undefined || isSwitchedOn(before, after)) return isSaid(name)
  // The entries of a list are values, so its own name need not be mentioned where they are.
  if (Array.isArray(after)) {
    const entries = [...newEntries(before, after), ...newEntries(after, before)]
    return entries.length > 0 ? entries.every(entry => isSaid(String(entry))) : isSaid(name)
  }
  const [old, now] = [tokensOf(String(before ?? '')), tokensOf(String(after))]
  const [fresh, gone] = [without(now, old), without(old, now)]
  const called = key.flatMap(part => part.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return isSaid((fresh.length > 0 ? fresh : gone).join(' ')) && called.some(word => said.has(word))
}

const isSaidIn = (said: ReadonlySet<string>, text: string): boolean => tokensOf(text).every(word => said.has(word))

/** A flag, or a rule of a linter: a weaker level only where there was none. */
const isSwitchedOn = (before: unknown, after: unknown): boolean =>
  after === true || after === 'error' || (after === 'warn' && (before === undefined || before === 'off'))

/** A table without entries is as good as none. */
const isEmpty = (value: unknown): boolean => value === undefined || (isTable(value) && Object.keys(value).length === 0)

/** Texts as words: a name with its scope and dots, a number, a flag without its dashes. */
const tokensOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[@\p{L}\p{N}][\p{L}\p{N}@/._+-]*/gu) ?? []).map(word => word.replace(/[./_-]+$/, ''))
