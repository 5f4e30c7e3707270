import { baseName, withoutEnding } from '../../../core/text/paths.ts'
/**
 * Compares the contract with the change. This is for changes that no run can show to be the requested work: files that nothing
 * runs, types, tests. They do not answer a request for something else.
 */

import {
  asksForTests,
  type Intent,
  intentOf,
  type ReadIntent,
  speaksOfTests,
  wants,
} from '../../../core/plan/intent.ts'
import { keepsBehaviour, outputPaths, type Task } from '../../../core/plan/plan.ts'
import { asWord } from '../../../core/text/pattern.ts'
import { sentencesOf, singularsIn, wordsOf } from '../../../core/text/sentences.ts'
import type { Case } from '../case.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { isProse } from '../syntax/language.ts'
import { searchedTexts } from './changed-files.ts'
import type { ChangedPart } from './changed-parts.ts'

/** The purpose of the task: frozen in the contract, or read from the task of an older contract. */
export const intentIn = ({ contract }: Pick<Case, 'contract'>): ReadIntent => contract.intent ?? intentOf(contract.task)

/** The missing part of the work, for a change of nothing that runs; null if nothing is missing. */
export async function missingWork(on: Case, parts: readonly ChangedPart[]): Promise<string | null> {
  const { task } = on.contract
  if (task.kindStated && !keepsBehaviour(task.kind))
    return `The plan calls it a ${task.kind}, and no program was changed.`
  const touched = new Set(parts.map(({ path }) => path))
  const program = [...task.files.create, ...task.files.modify, ...outputPaths(task)].find(
    path => !touched.has(path) && kindOf(path) === 'source' && !/[*{]/.test(path),
  )
  if (program) return `The plan names ${program} as a file to work on, and it was not changed.`
  const noTests = parts.every(({ part }) => part !== 'tests')
  if (noTests && (task.tests?.is === 'file' || task.files.test.length > 0 || asksForTests(wordsOf(task).slice(1))))
    return 'The task asks for tests, and none was added or changed.'
  return (await absentFile(on)) ?? absentName(on)
}

const PATH = /`((?:[\w@.-]+\/)*[\w@.-]*\.[A-Za-z]\w{0,9})`/g

/** A file that is named in code quotes and never existed. */
async function absentFile(on: Case): Promise<string | null> {
  const known = [
    ...(await on.ports.vault.list(on.layouts.base)),
    ...(await on.ports.vault.list(on.layouts.asSubmitted)),
  ]
  for (const words of wordsOf(on.contract.task))
    for (const [, path] of words.matchAll(PATH)) {
      const isFile = kindOf(path!) !== 'data' || path!.includes('/')
      if (isFile && !known.some(file => file === path || file.endsWith(`/${path}`)) && !isDotted(path!))
        return `The task names \`${path}\`, and there is no such file.`
    }
  return null
}

/** `Parser.parse` looks like a file with an extension. */
const isDotted = (path: string): boolean => !path.includes('/') && readLanguageOf(path) === 'none' && !isProse(path)

const CALL = /`([A-Za-z_$][\w$.]*)\([^`]*\)`/g

/** A function that the task names as a call, and that no program of the tree contains. */
async function absentName(on: Case): Promise<string | null> {
  const names = wordsOf(on.contract.task).flatMap(words =>
    [...words.matchAll(CALL)].map(match => match[1]!.split('.').at(-1)!),
  )
  const texts = names.length > 0 ? [...(await searchedTexts(on, on.layouts.asSubmitted)).values()] : []
  const absent = names.find(name => !texts.some(text => asWord(name).test(text)))
  return absent === undefined ? null : `The task names \`${absent}\`, and no program of the project has that name.`
}

/**
 * Whether every request of the task mentions one of these files or names. A title about nothing else also covers the
 * description.
 */
export function isSpokenOf(
  task: Task,
  parts: readonly ChangedPart[],
  names: readonly string[] = [],
  values: ReadonlySet<string> = new Set(),
): boolean {
  const isOfValues = (words: string) => values.size > 0 && singularsIn(words).every(word => values.has(word))
  const speaks = (words: string) =>
    parts.some(part => speaksOfPart(words, part)) || names.some(name => asWord(name).test(words)) || isOfValues(words)
  const all = (words: string) => words.split(/,| and | & | \+ /).every(speaks)
  const isHead = (head: string, details: readonly string[]) => all(head) && !details.join(' ').split(CLAUSES).some(asks)
  const asks = (words: string) => ASKS.test(words.trim()) || wants(words)
  // Behind a colon are the details of what is before it, and everything behind the name of a file is about this file.
  const [head = '', ...details] = task.title.split(/(?<=\S): /)
  const isPlace = parts.some(({ path }) => [path, baseName(path)].includes(head.replaceAll('`', '')))
  if (all(task.title) || (details.length > 0 && (isPlace || isHead(head, details)))) return true
  const description = sentencesOf(task.steps)
  const [first] = description
  return first !== undefined && speaks(first) && description.filter(asks).every(speaks)
}

const CLAUSES = /[,;.]\s|\band\b/

/** The first word of a request. */
const ASKS =
  /^(?:(?:please|then|also|finally|first|next|and) )?(?:add|write|create|make|let|give|implement|support|allow|introduce|build|fix|change|use|set|put|update|extend|return|show|print|accept|handle|validate|store|send|export|expose|provide|replace|remove|rename|move|run|include|link|mention|bump|install|configure)\b/i

/** Names and endings of files that nothing runs, and the words with which a task speaks of them. */
const CALLED: readonly (readonly [files: string, called: string])[] = [
  ['readme', 'readme, read me'],
  ['license, licence, copying', 'license, licence, licensing'],
  ['changelog, changes, history, news', 'changelog, change log, release note, history'],
  ['contributing', 'contributing, contribution, contributor, contribute'],
  ['doc, docs', 'doc, documentation, manual, guide, page, tutorial'],
  ['md, rst, adoc, txt', 'doc, documentation, document, guide, manual, tutorial, note'],
  [
    'github, gitlab ci, travis, azure pipelines, circleci, jenkinsfile',
    'ci, continuous integration, workflow, pipeline, github action, issue template, pull request template, dependabot',
  ],
  [
    'docker, dockerfile, dockerignore, containerfile, compose',
    'docker, dockerfile, dockerize, dockerise, container, image, compose',
  ],
  ['editorconfig, vscode, idea, zed', 'editor, editorconfig, vscode, vs code, indent, indentation, indenting'],
  ['gitignore, dockerignore, npmignore, prettierignore, eslintignore', 'ignore, ignored, ignoring, gitignore'],
  ['codeowners', 'owner'],
  [
    'locale, i18n, l10n, lang, language, translation, messages',
    'translate, translated, translating, translation, language, localize, localise, localized, localised, localization, localisation',
  ],
  [
    'png, jpg, jpeg, gif, webp, avif, ico, icns, svg',
    'logo, icon, image, picture, screenshot, favicon, banner, diagram',
  ],
  ['html, htm', 'page, site, markup, navigation'],
  ['css, scss, sass, less', 'style, stylesheet, layout, colour, color, margin, font, padding, spacing, design, theme'],
]

/** Whether one of these phrases is in a text. */
const says = (text: string, phrases: string): boolean => {
  // "GitHub" is one word.
  const said = ` ${singularsIn(text.toLowerCase()).join(' ')} `
  return phrases.split(', ').some(phrase => said.includes(` ${singularsIn(phrase).join(' ')} `))
}

/** Comments are in program files, so the name of the file does not ask for them, and the other way round for tests. */
function speaksOfPart(words: string, { part, path }: ChangedPart): boolean {
  if (part === 'words') return DOC_COMMENTS.test(words)
  return part === 'tests' ? speaksOfTests(words) || words.includes(path) : speaksOf(words, path)
}

/** Unlike plain comments, which may be what the program is about. */
const DOC_COMMENTS =
  /\b(?:js ?doc|ts ?doc|java ?doc|go ?doc|doc ?strings?|(?:package|doc|code|module|header|inline|block) comments?)\b|@(?:param|returns?|throws|example)\b/i

function speaksOf(words: string, path: string): boolean {
  const name = baseName(path)
  const stem = withoutEnding(name.replace(/^\./, ''))
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (words.includes(path) || words.includes(name)) return true
  if (stem.length > 3 && !/^(index|main|readme)$/i.test(stem) && plain(words).includes(plain(stem))) return true
  return CALLED.some(([files, called]) => says(path, files) && says(words, called))
}

/** Intents that documents, comments and settings outside the program can fulfil. */
export const isBesideTheProgram = (intent: Intent): boolean => ['docs', 'chore', 'release'].includes(intent)
