import type { Case } from './prove.ts'
import { splitCode } from './reading/code-lines.ts'
import { kindOf, languageOf } from './reading/file-kind.ts'
import { differsInTypes, isInert } from './source/inert.ts'
import { isProse } from './source/language.ts'
import { pythonTokens } from './source/python-tokens.ts'
import { isTest } from './test-files.ts'

/** What a title about words or layout begins with: `docs:`, `fix:`, "Improve the". */
const ASKED = String.raw`^(?:\w+(?:\([^)]*\))?!?: )?(?:(?:add|fix|improve|update|correct|clarify|complete|extend|rewrite|remove|resolve|address|clean up)(?:e?[sd]|ing)? )(?:(?:an?|the|all|some|more|missing|wrong|outdated|trailing|remaining|inline) )*`
const END = String.raw`(?: \(#\d+\))?\.?$`
const IN_CODE = String.raw`(?:in|of|for|from|to) (?:the )?(?:${'`[^`]+`'}|[\w-]*[./][\w./-]*\w|code|sources?|(?:code )?comments?|docs|documentation|readme|docstrings?|tests)`
const NAMES_OF_WORDS =
  'docs|(?:api )?documentation|jsdoc|tsdoc|docstrings?|doc comments?|readme|code comments?|code (?:style|formatting|layout)'
const LAYOUT = '(?:comments?|spelling(?: mistakes)?|wording|formatting|whitespace|indentation|style)'
const NAMES_OF_LINT = String.raw`\w*lint(?:er|ing)? (?:errors?|warnings?|issues?|violations?)`

/**
 * Titles of tasks that ask for other words or another layout of the code, and for nothing that the program does. It must be all
 * that the title asks for: posts have comments, dates a format, names whitespace, and an API may serve its documentation.
 */
const ABOUT_WORDS: readonly RegExp[] = [
  /^(docs?|style)(\([^)]*\))?!?: /i,
  new RegExp(`${ASKED}(?:${NAMES_OF_WORDS}|${NAMES_OF_LINT})(?: (?:in|of|for|about|on|from|to) .+)?${END}`, 'i'),
  new RegExp(`${ASKED}typos?(?: ${IN_CODE})?${END}`, 'i'),
  new RegExp(`${ASKED}${LAYOUT}(?: and (?:the |trailing )?${LAYOUT})? ${IN_CODE}${END}`, 'i'),
  new RegExp(`${ASKED}(?:formatting|indentation)${END}`, 'i'),
  /^document (?:the )?`[^`]+`/i,
]

const TYPE_WORDS = [
  String.raw`(?<![\w-])(?:typings|generics|generic (?:types?|(?:type )?(?:parameters?|arguments?|constraints?))|typescript (?:types?|declarations?))`,
  String.raw`(?<![\w-])type (?:annotations?|augmentations?|definitions?|declarations?|exports?|inference|hints?|overloads?)`,
].join('|')
const ON_TYPES = String.raw`^(?:\w+(?:\([^)]*\))?!?: )?(?:fix|add|improve|update|correct|export|support|widen|narrow|tighten|loosen|refine|simplify|infer|provide|declare)(?:e?[sd]|ing)? (?:\S+ ){0,6}?`

/** Titles of tasks that are about what a type checker reads. "Content types" and "type errors" of a program are not among them. */
const ABOUT_TYPES: readonly RegExp[] = [
  new RegExp(`${ON_TYPES}(?:${TYPE_WORDS})(?:${END}| (?:of|for|from|with|by|when) | ${IN_CODE})`, 'i'),
  /\.d\.[cm]?ts\b|^\w+\((types?|typings)\)!?: /i,
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
  const aboutWords = ABOUT_WORDS.some(words => words.test(title)) || ['docs', 'chore', 'refactor'].includes(kind)
  if (!aboutTypes && !aboutWords) return false
  const { vault } = on.ports
  let changedTypes = false
  for (const { path, status } of on.draft.changes) {
    if (isProse(path)) continue
    // Tests that a change of types brings along are held by their forms, as everywhere.
    if (isTest(on, path) && aboutTypes) continue
    if (isTest(on, path) || status !== 'modified') return false
    const before = await vault.readText(on.layouts.base, path)
    const after = await vault.readText(on.layouts.asSubmitted, path)
    if (before === null || after === null || !(await isInert(before, after, path))) return false
    changedTypes ||= aboutTypes && (await differsInTypes(before, after, path))
  }
  return changedTypes || aboutWords
}

const EXPORTS_NAME = /\bexport(?:s|ed|ing)? (?:the )?`(\w+)`/i

/** Whether the title asks to export something by its name, and that is a type which was not exported before. */
async function exportsType(on: Case): Promise<boolean> {
  const { contract, draft, layouts, ports } = on
  const [, name] = EXPORTS_NAME.exec(contract.task.title) ?? []
  if (!name) return false
  const isExported = new RegExp(`\\bexport\\s+(?:declare\\s+)?(?:type|interface)\\s+${name}\\b`)
  for (const { path, status } of draft.changes) {
    if (status !== 'modified' || !/\.[cm]?tsx?$/.test(path) || isTest(on, path)) continue
    const before = await ports.vault.readText(layouts.base, path)
    const after = await ports.vault.readText(layouts.asSubmitted, path)
    if (after !== null && isExported.test(after) && !isExported.test(before ?? '')) return true
  }
  return false
}

/** Whether anything but prose, comments and the strings that document code has changed, besides tests. */
export async function changesMoreThanWords(on: Case): Promise<boolean> {
  const others = on.draft.changes.filter(({ path }) => !isTest(on, path) && !isProse(path))
  if (others.some(({ path }) => kindOf(path) !== 'source')) return true
  // Where only tests changed, they are what was asked for.
  return others.length === 0
    ? on.draft.changes.every(({ path }) => isTest(on, path))
    : (await changedPrograms(on)).length > 0
}

/** Sources that a task about documents has no business with: they do something else than before. */
export async function changedPrograms(on: Case): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { path, status } of on.draft.changes) {
    const isSource = kindOf(path) === 'source' || on.programFiles.has(path)
    if (!isSource || isTest(on, path) || ABOUT_THE_PROGRAM.test(path)) continue
    const before = status === 'added' ? null : await on.ports.vault.readText(on.layouts.base, path)
    const after = status === 'deleted' ? null : await on.ports.vault.readText(on.layouts.asSubmitted, path)
    const isSame =
      before !== null &&
      after !== null &&
      (wordsAside(before, path) === wordsAside(after, path) || (await isInert(before, after, path)))
    if (!isSame) changed.push(path)
  }
  return changed
}

/** The code of a text without its comments and the strings that document it; what cannot be read is all code. */
function wordsAside(text: string, path: string): string {
  if (!path.endsWith('.py'))
    return splitCode(text, languageOf(path))
      .map(({ spoken }) => spoken.trim())
      .filter(Boolean)
      .join('\n')
  const tokens = pythonTokens(text)?.tokens
  if (!tokens) return text
  const isStatement = (at: number) =>
    tokens[at]?.kind === 'string' && STARTS.has(tokens[at - 1]?.kind ?? 'newline') && tokens[at + 1]?.kind === 'newline'
  return tokens
    .filter((_, at) => !isStatement(at) && !(at > 0 && isStatement(at - 1)))
    .map(({ kind, text: said }) => `${kind} ${said}`)
    .join('\n')
}

/** What a statement of Python comes after. */
const STARTS: ReadonlySet<string> = new Set(['newline', 'indent', 'dedent'])

/** Code that is there to be read, or to make what is read. */
const ABOUT_THE_PROGRAM =
  /(^|\/)(docs?|documentation|examples?|website|site|demos?|tutorials?)\/|(^|\/)(conf|mkdocs)\.\w+$/
