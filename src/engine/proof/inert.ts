import { isTestFile } from './names.ts'
import type { Case } from './prove.ts'
import { isInert } from './source/inert.ts'
import { isProse } from './source/language.ts'

/** Titles of tasks that are about what people read, not about what the program does. */
const ABOUT_WORDS =
  /\b(docs?|documentation|comments?|jsdoc|tsdoc|docstrings?|readme|changelog|typos?|spelling|wording|typings?|type (?:annotations?|definitions?)|format(?:ting)?|whitespace|code style|lint)\b/i

/**
 * Whether the program is the same program: every changed source gives the same code once comments, types and layout are
 * stripped. It is a proof only for a task that asks for nothing else; a comment does not build a feature.
 */
export async function isInertChange(on: Case): Promise<boolean> {
  if (!ABOUT_WORDS.test(on.contract.task.title) && !['docs', 'chore', 'refactor'].includes(on.contract.task.kind))
    return false
  const { vault } = on.ports
  for (const { path, status } of on.draft.changes) {
    if (isProse(path)) continue
    if (isTestFile(path) || status !== 'modified') return false
    const before = await vault.readText(on.layouts.base, path)
    const after = await vault.readText(on.layouts.asSubmitted, path)
    if (before === null || after === null || !(await isInert(before, after, path))) return false
  }
  return true
}
