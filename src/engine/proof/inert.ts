import { isTestFile } from './names.ts'
import type { Case } from './prove.ts'
import { differsInTypes, isInert } from './source/inert.ts'
import { isProse } from './source/language.ts'

/** Titles of tasks that are about what people read, not about what the program does: posts have comments and dates a format. */
const ABOUT_WORDS =
  /\b(docs|documentation|code comments?|comments? (?:in|of) `|jsdoc|tsdoc|docstrings?|readme|changelog|typos?|spelling|wording|formatting|whitespace|code style|lint(?:ing)? (?:errors?|warnings?|issues?))\b/i

/** Titles of tasks that are about what a type checker reads. "Content types" and "type errors" of a program are not among them. */
const ABOUT_TYPES: readonly RegExp[] = [
  /(?<![\w-])(typings|generics|generic (types?|parameters?|arguments?|constraints?)|typescript (types?|declarations?))\b/i,
  /(?<![\w-])type (annotations?|augmentations?|definitions?|declarations?|exports?|inference|hints?|overloads?)\b|\.d\.[cm]?ts\b/i,
  /\b(fix|correct|improve|better|stricter|looser|narrower)\w* (the )?(return types?\b|types(?=\s*$| of `| for `|\s*\(#))/i,
  /^(\w+(\([^)]*\))?!?: )?(re-?)?export\w* (the |all |missing )?(types|interfaces|`[^`]+` types?)\b|`[^`]+` export types\b/i,
]

/**
 * Whether the program is the same program: every changed source gives the same code once comments, types and layout are
 * stripped. It is a proof only for a task that asks for nothing else; a comment does not build a feature, and a task about
 * types has changed some.
 */
export async function isInertChange(on: Case): Promise<boolean> {
  const { title, kind } = on.contract.task
  const aboutTypes = ABOUT_TYPES.some(words => words.test(title)) || (await exportsType(on))
  const aboutWords = ABOUT_WORDS.test(title) || ['docs', 'chore', 'refactor'].includes(kind)
  if (!aboutTypes && !aboutWords) return false
  const { vault } = on.ports
  let changedTypes = false
  for (const { path, status } of on.draft.changes) {
    if (isProse(path)) continue
    // Tests that a change of types brings along are held by their forms, as everywhere.
    if (isTestFile(path) && aboutTypes) continue
    if (isTestFile(path) || status !== 'modified') return false
    const before = await vault.readText(on.layouts.base, path)
    const after = await vault.readText(on.layouts.asSubmitted, path)
    if (before === null || after === null || !(await isInert(before, after, path))) return false
    changedTypes ||= aboutTypes && (await differsInTypes(before, after, path))
  }
  return changedTypes || aboutWords
}

const EXPORTS_NAME = /\bexport(?:s|ed|ing)? (?:the )?`(\w+)`/i

/** Whether the title asks to export something by its name, and that is a type which was not exported before. */
async function exportsType({ contract, draft, layouts, ports }: Case): Promise<boolean> {
  const [, name] = EXPORTS_NAME.exec(contract.task.title) ?? []
  if (!name) return false
  const isExported = new RegExp(`\\bexport\\s+(?:declare\\s+)?(?:type|interface)\\s+${name}\\b`)
  for (const { path, status } of draft.changes) {
    if (status !== 'modified' || !/\.[cm]?tsx?$/.test(path) || isTestFile(path)) continue
    const before = await ports.vault.readText(layouts.base, path)
    const after = await ports.vault.readText(layouts.asSubmitted, path)
    if (after !== null && isExported.test(after) && !isExported.test(before ?? '')) return true
  }
  return false
}
