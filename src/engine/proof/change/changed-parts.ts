/**
 * The parts of a change, file by file, by the kind of the file (a programming language, a shebang, data that programs load) and
 * never by the title of the task. The part decides which evidence can show the change.
 */
import { globMatcher } from '../../../core/text/glob.ts'
import { endings, hasEnding } from '../../../core/text/paths.ts'
import { literal } from '../../../core/text/pattern.ts'
import type { Case } from '../case.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { isIdleManifest, isManifest } from '../settings/manifest-description.ts'
import { isOfCi, isProtected } from '../settings/protected.ts'
import { isSameProgram } from '../shown/same-program.ts'
import { differsInTypes } from '../syntax/inert.ts'
import { isDeclarations, isProse } from '../syntax/language.ts'
import { type ChangedFile, changedFiles, searchedTexts } from './changed-files.ts'

/**
 * `idle` runs nowhere; `words` are comments and layout of a program; only a type checker reads `types`; `manifest` is the
 * description and the dependencies of a package; `program` is everything that may change behaviour.
 */
export type Part = 'idle' | 'words' | 'types' | 'tests' | 'manifest' | 'program'

export interface ChangedPart extends ChangedFile {
  readonly part: Part
}

/** The part of each changed file. */
export async function changedParts(on: Case): Promise<readonly ChangedPart[]> {
  const parts: ChangedPart[] = []
  for (const file of changedFiles(on)) parts.push({ ...file, part: await partOf(on, file) })
  const loaded = await loadedFiles(
    on,
    parts.filter(({ part, path }) => part === 'idle' && isDoubtful(path)).map(({ path }) => path),
  )
  return parts.map(part => (loaded.has(part.path) ? { ...part, part: 'program' } : part))
}

async function partOf(on: Case, { path, status, isTest, texts }: ChangedFile): Promise<Part> {
  if (isTest) return 'tests'
  if (isProse(path) || isForPeople(path)) return 'idle'
  const { before, after } = await texts()
  if (isManifest(path)) return isIdleManifest(path, before, after) ? 'idle' : 'manifest'
  if (kindOf(path) === 'lock') return 'manifest'
  const tree = status === 'deleted' ? on.layouts.base : on.layouts.asSubmitted
  const isExecutable = (await on.ports.vault.look(tree, [path], 0)).get(path)?.is === 'executable'
  if (!isExecutable && !(after ?? before ?? '').startsWith('#!') && !isProgram(on, path)) return 'idle'
  if (isDeclarations(path)) return 'types'
  if (before === null || after === null) return 'program'
  if (!(await isSameProgram(before, after, path))) return 'program'
  return (await differsInTypes(before, after, path)) ? 'types' : 'words'
}

/** Whether it is in a programming language, or configures a tool of the project. */
function isProgram(on: Case, path: string): boolean {
  if (on.programFiles.has(path) || isProtected(path, [])) return true
  if (hasEnding(path, STYLES)) return false
  return (
    (readLanguageOf(path) !== 'none' && kindOf(path) !== 'data' && kindOf(path) !== 'docs') ||
    hasEnding(path, OTHER_PROGRAMS)
  )
}

const STYLES = endings('css scss sass less styl')
const OTHER_PROGRAMS = endings(
  'sql graphql gql prisma ejs hbs mustache njk j2 jinja jinja2 tmpl tpl liquid erb haml pug ps1 bat cmd fish lua clj ex hs ml fs vb groovy gradle m wasm ipynb nim cr sol tf',
)

/** Files for people, editors and other machines: documents, pictures, containers, continuous integration. */
const isForPeople = (path: string): boolean =>
  isOfCi(path) || hasEnding(path, PICTURES) || isBeside(path) || isTranslation(path)

const PICTURES = endings(
  'png jpg jpeg gif webp avif ico icns svg bmp pdf mp4 webm mov mp3 woff woff2 ttf otf eot drawio puml mmd cast',
)
const isBeside = globMatcher([
  '**/{Dockerfile,Containerfile}{,.+([A-Za-z0-9_-])}',
  '**/*.dockerfile',
  '**/{,docker-}compose{,.+([A-Za-z0-9_-])}.{yml,yaml}',
  '**/.{dockerignore,gitignore,editorconfig,mailmap,npmignore,gitkeep,git-blame-ignore-revs}',
  '**/{CODEOWNERS,CITATION.cff,netlify.toml,robots.txt,humans.txt}',
  '**/{FUNDING,mkdocs,.readthedocs}.{yml,yaml}',
  '.{github,vscode,idea,devcontainer,zed}/**/*',
])

const LOCALE = '[a-z]{2,3}([-_]([A-Z]{2}|[A-Z][a-z]{3}|\\d{3}))?'
/** A message catalogue of one language: `locales/de.json`, `fr_CA.po`, `strings.de.yml`, `de/messages.json`. */
const TRANSLATION = new RegExp(
  `(^|[/._-])${LOCALE}\\.(json|ya?ml|po|pot|ftl|arb|properties|strings|xliff|xlf|toml)$|(^|/)${LOCALE}/(LC_MESSAGES/)?[\\w-]+\\.(json|ya?ml|po|ftl|arb|properties|strings)$|\\.lproj/`,
)
const TRANSLATED =
  /(^|\/)(locales?|i18n|l10n|lang(uage)?s?|translations?|intl|messages|_locales|LC_MESSAGES)(\/|$)|\.(po|ftl|arb|strings|xliff|xlf)$|\.lproj\//i

const isTranslation = (path: string): boolean => TRANSLATION.test(path) && TRANSLATED.test(path)

/** Data that a program or a test may load. */
const isDoubtful = (path: string): boolean =>
  !isProse(path) && !isForPeople(path) && !hasEnding(path, STYLES) && !isManifest(path)

/** The files that programs or tests of the tree name, directly or by a folder that they read. */
async function loadedFiles(on: Case, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const loaded = new Set<string>()
  if (paths.length === 0) return loaded
  const isSource = (path: string) => readLanguageOf(path) !== 'none' && !isForPeople(path)
  for (const tree of [on.layouts.base, on.layouts.asSubmitted])
    for (const [source, text] of await searchedTexts(on, tree, isSource))
      for (const path of paths) if (source !== path && namesFile(text, path)) loaded.add(path)
  return loaded
}

function namesFile(text: string, path: string): boolean {
  const [name, folder] = path.split('/').reverse()
  if (text.includes(name!)) return true
  // A folder counts as read if it is in a string beside a pattern or a computed path.
  return folder !== undefined && new RegExp(`["'\`/]${literal(folder)}(?:["'\`]|/["'\`*$%{])`).test(text)
}
