import { baseName } from '../../../core/text/paths.ts'
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
import { sentencesOf, wordsOf } from '../../../core/text/sentences.ts'
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
export function isSpokenOf(task: Task, parts: readonly ChangedPart[], names: readonly string[] = []): boolean {
  const speaks = (words: string) =>
    parts.some(part => speaksOfPart(words, part)) || names.some(name => asWord(name).test(words))
  if (task.title.split(/,| and | & | \+ /).every(speaks)) return true
  const description = sentencesOf(task.steps)
  const [first] = description
  return (
    first !== undefined && speaks(first) && description.filter(words => ASKS.test(words) || wants(words)).every(speaks)
  )
}

/** The first word of a request. */
const ASKS =
  /^(?:(?:please|then|also|finally|first|next|and) )?(?:add|write|create|make|let|give|implement|support|allow|introduce|build|fix|change|use|set|put|update|extend|return|show|print|accept|handle|validate|store|send|export|expose|provide|replace|remove|rename|move|run|include|link|mention|bump|install|configure)\b/i

/** Other common words for files that nothing runs. */
const CALLED: readonly (readonly [RegExp, RegExp])[] = [
  [/(^|\/)readme/i, /\bread ?me\b/i],
  [/(^|\/)licen[cs]e|(^|\/)copying/i, /\blicen[cs]e/i],
  [/(^|\/)(changelog|changes|history|news)/i, /\bchange ?log\b|\brelease notes\b|\bhistory\b/i],
  [/(^|\/)contributing/i, /\bcontribut/i],
  [/(^|\/)docs?\//i, /\b(docs?|documentation|manual|guide|page|tutorial)\b/i],
  [/\.(md|rst|adoc|txt)$/i, /\b(docs|documentation|document|guide|manual|tutorial|notes)\b/i],
  [
    /^\.github\/|\.gitlab-ci|\.travis|azure-pipelines|\.circleci|Jenkinsfile/,
    /\b(CI|continuous integration|workflows?|pipelines?|github actions?|issue templates?|pull request templates?|dependabot)\b/i,
  ],
  [/docker|containerfile|compose/i, /\b(docker\w*|containers?|images?|compose)\b/i],
  [/\.editorconfig$|^\.(vscode|idea|zed)\//, /\beditors?(?:config)?\b|\bvs ?code\b|\bindent/i],
  [/ignore$/, /\bignor/i],
  [/CODEOWNERS$/, /\bowners?\b/i],
  [/(^|\/)(locales?|i18n|l10n|lang\w*|translations?|messages|_locales)\//i, /\btranslat|\blanguages?\b|\blocali[sz]/i],
  [
    /\.(png|jpe?g|gif|webp|avif|ico|icns|svg)$/i,
    /\b(logo|icons?|images?|pictures?|screenshots?|favicon|banner|diagrams?)\b/i,
  ],
  [/\.html?$/i, /\b(pages?|site|markup|navigation)\b/i],
  [
    /\.(css|scss|sass|less)$/i,
    /\b(styles?|stylesheet|layout|colou?rs?|margins?|fonts?|padding|spacing|design|theme)\b/i,
  ],
]

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
  const stem = name.replace(/^\./, '').replace(/\.[^.]+$/, '')
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (words.includes(path) || words.includes(name)) return true
  if (stem.length > 3 && !/^(index|main|readme)$/i.test(stem) && plain(words).includes(plain(stem))) return true
  return CALLED.some(([files, called]) => files.test(path) && called.test(words))
}

/** Intents that documents, comments and settings outside the program can fulfil. */
export const isBesideTheProgram = (intent: Intent): boolean => ['docs', 'chore', 'release'].includes(intent)
