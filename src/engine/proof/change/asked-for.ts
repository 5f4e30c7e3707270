/**
 * Requests in the title of a task, which need no further permission: "ci: test on Node 24" is about the files of CI,
 * "Enable strict mypy" about the settings of mypy. A human writes the title, and it is fixed at dispatch. A title that asks
 * to fix findings does not permit other settings: "Fix the ruff errors" does not permit fewer rules.
 */

import { baseName, withoutEnding } from '../../../core/text/paths.ts'
import { literal } from '../../../core/text/pattern.ts'
import { isObeyedByAgents, isOfCi } from '../settings/protected.ts'
import { toolOf } from '../settings/tools.ts'

const ABOUT_CI = /^(ci|\w+\((ci|actions|workflows?)\)|(chore|build|ci)\((action|github-actions)\))!?:/i
const NAMES_CI = /\b(CI|GitHub Actions?|GitHub workflows?)\b/
const SETS =
  /\b(enabl|disabl|configur|enforc|adopt|introduc|tighten|relax|migrat)(e|es|ed|ing)?\b|\b(turn (on|off)|set ?up|switch (to|from|over))\b/i
const REPAIRS =
  /\b(fix(es|ed|ing)?|repair|errors?|violations?|warnings?|issues?|failures?|failing|green|happy|pass(es|ing)?)\b/i

const END = '(?=$|[.,;:)](?=\\s|$)|\\s*\\(#|\\s+(?:instead|in favou?r))'
const TAKES_UP =
  '\\b(?:(?:lint|format|check|test|type-?check|build)(?:s|ed|ing)? with|(?:switch|move|migrate|convert|port)(?:e?[sd])? (?:over )?to|replac(?:e[sd]?|ing) \\S+ (?:with|by)|adopt(?:s|ed|ing)?)(?: the)? '
const RENEWS = '\\b(?:updat|upgrad)(?:e[sd]?|ing)(?: the)? '
const SETTINGS_WORD = '(?: (?:config(?:uration)?|settings|rules|preset))'

/** Whether the title changes a setting of this tool: "enable strict mypy", but not "enable sums in the Vite demo". */
const sets = (title: string, name: string): boolean =>
  new RegExp(
    `(?:${SETS.source})(?: (?!(?:in|on|for|of|with|and|by|at|as|when|if)\\b)\\S+){0,4}? \\W?${name}`,
    'i',
  ).test(title)

/** Whether the title introduces this tool or package, at the end of a clause: "Switch to vitest", "lint with prettier". */
const takesUp = (title: string, name: string): boolean =>
  new RegExp(`${TAKES_UP}[\`'"]?${name}[\`'"]?${SETTINGS_WORD}?${END}`, 'i').test(title)

/** Whether the title is about settings of this tool: "update eslint", "Add config for pytest". */
const speaksOfSettings = (title: string, name: string): boolean =>
  new RegExp(`${RENEWS}${name}${SETTINGS_WORD}?${END}`, 'i').test(title) ||
  new RegExp(
    `\\b(?:add|improve|update|change|set)s? (?:\\w+ ){0,2}(?:config(?:uration)?|settings) (?:for|of) (?:the )?${name}`,
    'i',
  ).test(title)

/** Whether the title is about CI and other services of the repository. */
const asksForCi = (title: string, path: string): boolean =>
  isOfCi(path) &&
  (ABOUT_CI.test(title) ||
    ((NAMES_CI.test(title) || (path.includes('/workflows/') && /(?<![/\w])workflows?(?![/\w])/i.test(title))) &&
      !REPAIRS.test(title)))

/** Whether the title asks for other settings of this tool, by its name. */
export const asksForSettingsOf = (title: string, tool: RegExp): boolean =>
  !REPAIRS.test(title) &&
  (sets(title, tool.source) || takesUp(title, tool.source) || speaksOfSettings(title, tool.source))

/** Services that give their configuration file its name. */
const SERVICES: ReadonlySet<string> = new Set([
  'dependabot',
  'renovate',
  'codeql',
  'scorecard',
  'codecov',
  'codeowners',
])
const CHANGES =
  '\\b(?:updat|chang|edit|refactor|add|configur|renam|mov|remov|delet|pin|format|sort)(?:e?[sd]?|ing)(?: the)? '

/**
 * Whether the title asks for this file: "chore(.npmrc): ignore scripts", "Update dependabot settings". A request to read a
 * file does not count, and instruction files of agents are never meant implicitly.
 */
function namesFile(title: string, path: string): boolean {
  if (REPAIRS.test(title) || isObeyedByAgents(path)) return false
  const name = baseName(path)
  const stem = withoutEnding(name)
  const files = [path, ...(name.includes('.') ? [name] : [])].map(literal)
  const asked = files.some(file =>
    new RegExp(`^\\w+\\(${file}\\)!?:|${CHANGES}\`?${file}\`?(?![\\w./-])`, 'i').test(title),
  )
  return (
    asked ||
    (stem === '.pre-commit-config' &&
      new RegExp(`${CHANGES}(?:[\\w-]+ (?:as )?)?(?:an? )?pre-commit hooks?\\b`, 'i').test(title)) ||
    (SERVICES.has(stem) && new RegExp(`\\b${stem} (?:config(?:uration)?|settings?|workflow)\\b`, 'i').test(title))
  )
}

/** Whether the title asks to change this file, which configures checks. */
export function isAskedFor(title: string, path: string): boolean {
  const tool = toolOf(path)
  return asksForCi(title, path) || namesFile(title, path) || (tool !== null && asksForSettingsOf(title, tool.called))
}

/** The first words of a sentence that asks for another file, and not for code that reads one. */
const REQUESTS =
  '^(?:(?:please|then|also|and) )?(?:add|creat|writ|put|configur|set(?: up)?|chang|updat|edit|bump|rais|extend|remov|delet|renam|pin|introduc|enabl|disabl|turn (?:on|off)|us|switch)(?:e[sd]?|s|ed|ing|ting)?\\b'
const ARTICLES = '(?: (?:an?|the|new|own|up|on|off))*'
const CLAUSE_END = '(?=$|[.,;:)](?=\\s|$)| and | with | for | that | which | so )'

/**
 * Whether a sentence of the task asks for this file by its path: "Add `.nvmrc` with 22", "Set LF in `.gitattributes`", "Configure npm
 * (`.github/dependabot.yml`)", "Enable Dependabot". What is only read, checked or supported is not asked for.
 */
export function isRequested(sentences: readonly string[], path: string): boolean {
  if (isObeyedByAgents(path)) return false
  const [name, stem] = [baseName(path), baseName(path).replace(/\.[^.]+$/, '')]
  const file = `\`?(?:${[path, ...(name.includes('.') || name === stem.toUpperCase() ? [name] : [])].map(literal).join('|')})\`?`
  const ways = [
    `${REQUESTS}${ARTICLES} ${file}${`(?: file)?(?: to | =|${CLAUSE_END})`}`,
    `${REQUESTS} .*\\b(?:in|into|to) (?:the )?${file}${CLAUSE_END}`,
    `${REQUESTS} .*\\(${file}\\)`,
    ...(SERVICES.has(stem.toLowerCase()) ? [`${REQUESTS}${ARTICLES} ${stem}(?: file)?${CLAUSE_END}`] : []),
  ].map(way => new RegExp(way, 'i'))
  const asks = (sentence: string) => ways.some(way => way.test(sentence)) || asksForCi(sentence, path)
  return sentences.some(sentence => !REPAIRS.test(sentence) && asks(sentence))
}

/**
 * Whether the contract names this dependency: in code quotes, with its version, as a package, or as a new tool. A plain
 * word is not enough: "Add debug output" does not ask for the package `debug`.
 */
export function namesDependency(words: readonly string[], dependency: string): boolean {
  const name = /^(@[\w.-]+\/)?[\w.-]+/.exec(dependency)?.[0]
  if (name === undefined || /:|@\s|\s@/.test(dependency)) return false
  const word = literal(name)
  const inQuotes = new RegExp(`\`${word}(@[^\`]*)?\``, 'i')
  const asPackage = new RegExp(
    `(?<![\\w@/.-])${word}(@[\\^~]?v?\\d|["']?\\s+(?:as an? (?:[\\w-]+ )?)?(package|library|dependency)\\b)|\\b(package|library|dependency)( on)? ${word}(?![\\w/-])`,
    'i',
  )
  return words.some(text => inQuotes.test(text) || asPackage.test(text) || takesUp(text, word))
}
