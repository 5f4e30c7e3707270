import { isTestFile } from './names.ts'
import type { Case } from './prove.ts'
import { differsInTypes, isInert } from './source/inert.ts'
import { isProse } from './source/language.ts'

/** Titles of tasks that are about what people read, not about what the program does. */
const ABOUT_WORDS =
  /\b(docs?|documentation|comments?|jsdoc|tsdoc|docstrings?|readme|changelog|typos?|spelling|wording|format(?:ting)?|whitespace|code style|lint)\b/i

/** Titles of tasks that are about what a type checker reads. "Content types" and the like are not among them. */
const ABOUT_TYPES =
  /\b(typings?|generics?|generic types?|type[- ](annotations?|definitions?|declarations?|exports?|arguments?|parameters?|inference|level|overloads?|hints?|errors?)|typescript (types?|support|declarations?)|export(s|ed|ing)? (the |all |missing )?(types?|interfaces?)|types? exports?|(re-?)?export\w* (the )?`[^`]+` types?|[\w`:/]+ export types|(fix|correct|wrong|infer|improve|better|missing|stricter|looser|narrower)\w* (the )?(return types?|types(?=\s*$| of | for | in |\s*[(.,;:])))\b|\.d\.[cm]?ts\b/i

/**
 * Whether the program is the same program: every changed source gives the same code once comments, types and layout are
 * stripped. It is a proof only for a task that asks for nothing else; a comment does not build a feature, and a task about
 * types has changed some.
 */
export async function isInertChange(on: Case): Promise<boolean> {
  const { title, kind } = on.contract.task
  const aboutTypes = ABOUT_TYPES.test(title)
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
