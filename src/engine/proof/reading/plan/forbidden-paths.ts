/**
 * Paths that must-not-do rules name: "Do not touch src/cli.js". The tree decides whether a word is a path, and only a
 * path that is the object of a verb is forbidden: "Do not change the signature of parse in src/parse.js" leaves the file free.
 */

import type { ChangeStatus } from '../../../../core/proof/draft.ts'
import { matchesAny } from '../../../../core/text/glob.ts'
import { plainPath } from '../../../../core/text/paths.ts'

/** A forbidden change of a path. */
export interface ForbiddenPath {
  readonly path: string
  /** Null for every change. */
  readonly only: ChangeStatus | null
}

const listOf = (text: string): readonly string[] => text.split(' ')

/** Beginnings of verbs, and what they do to a path; null for any change. */
const VERBS: readonly (readonly [beginnings: readonly string[], only: ChangeStatus | null])[] = [
  [listOf('touch chang edit modif alter rewrit overwrit refactor updat reformat writ'), null],
  [listOf('delet remov renam'), 'deleted'],
  [listOf('creat add'), 'added'],
]
const MOVES = new Set(listOf('move moves moving movings'))
/** Words between a verb and its object that do not change the object. */
const TRANSPARENT = new Set([
  ...listOf('the a an any all anything everything something existing current'),
  ...listOf(
    'file files folder folders directory directories module modules code content contents line lines path paths',
  ),
  ...listOf('in inside within below under of to or and nor either both including , ;'),
])
/** Words that begin an exception. */
const EXCEPTIONS = new Set(listOf('except excluding outside besides apart beyond but unless than only'))
const LEFT_ALONE =
  /\b(leave|keep)\b.*\b(alone|unchanged|untouched)\b|\b(must|may|shall|should|can)( ?not|n't) be (touched|changed|edited|modified|altered)\b|\b(stays?|remains?) (unchanged|untouched)\b/i
const FORBIDS = /\b(not|never|no|cannot)\b|n't\b/i

/** The paths that these rules forbid; `known` are all paths before and after. */
export const forbiddenPaths = (rules: readonly string[], known: readonly string[]): readonly ForbiddenPath[] =>
  rules.flatMap(rule =>
    rule
      .split(/[.!?](?=\s|$)/)
      // In a must-not-do list, the first sentence need not contain the prohibition.
      .filter((sentence, at) => at === 0 || FORBIDS.test(sentence))
      .flatMap(sentence => forbiddenIn(sentence, known)),
  )

function forbiddenIn(sentence: string, known: readonly string[]): readonly ForbiddenPath[] {
  const words = (sentence.match(/`[^`]+`|[,;]|[^\s,;()]+/g) ?? []).map(asWord)
  const paths = words.map(word => resolve(word, known))
  if (LEFT_ALONE.test(sentence) || (words.length === 1 && paths[0]!.length > 0))
    return paths.flat().map(path => ({ path, only: null }))
  const found: ForbiddenPath[] = []
  // The prohibition of the verbs before this word; null if none applies.
  let forbids: { readonly only: ChangeStatus | null } | null = null
  for (const [at, { text }] of words.entries()) {
    const word = text.toLowerCase()
    if (EXCEPTIONS.has(word)) break
    const only = prohibitionOf(word)
    if (paths[at]!.length > 0) {
      const now = forbids
      if (now) found.push(...paths[at]!.map(path => ({ path, only: now.only })))
    } else if (only !== undefined) forbids = { only: forbids === null ? only : null }
    // A path that does not exist is an object too.
    else if (!TRANSPARENT.has(word) && !/\/|\.\w+$/.test(text)) forbids = null
  }
  return found
}

/** What a verb does to its object; undefined for any other word. */
function prohibitionOf(word: string): ChangeStatus | null | undefined {
  if (MOVES.has(word)) return 'deleted'
  return VERBS.find(([beginnings]) => beginnings.some(start => word.startsWith(start)))?.[1]
}

interface Word {
  readonly text: string
  readonly isCode: boolean
}

function asWord(written: string): Word {
  if (written.startsWith('`')) return { text: written.slice(1, -1), isCode: true }
  const text = written.length === 1 ? written : written.replace(/^["'*_]+|["'*_.:]+$/g, '')
  return { text, isCode: false }
}

/** The paths of the tree that a word refers to: a file, a folder, a pattern, or the end of a path. */
function resolve({ text, isCode }: Word, known: readonly string[]): readonly string[] {
  const path = plainPath(text)
  // A plain word may be the name of a folder by chance: "the test names".
  if (path === '' || !/[\w*]/.test(path)) return []
  const isFile = known.includes(path)
  if (!isCode && !/[/.*]/.test(path) && !(isFile && /[A-Z]/.test(path))) return []
  if (isFile || known.some(file => matchesAny(file, [path]))) return [path]
  return /\.\w+$/.test(path) ? known.filter(file => file.endsWith(`/${path}`)) : []
}

/** Whether this change of a path is forbidden. */
export const isForbidden = (
  { path, status }: { readonly path: string; readonly status: ChangeStatus },
  forbidden: readonly ForbiddenPath[],
): boolean => forbidden.some(({ path: name, only }) => (only === null || only === status) && matchesAny(path, [name]))
