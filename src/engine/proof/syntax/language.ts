import { globMatcher } from '../../../core/text/glob.ts'
import { baseName, endings, hasEnding } from '../../../core/text/paths.ts'
import { treeLanguageOf } from './tree/languages.ts'

const SCRIPTS = endings('js mjs cjs jsx ts mts cts tsx')
const SHELL = endings('sh bash zsh')
const JSON_ENDINGS = endings('json')

/** The language of a file, by its name: that of its row, `javascript`, `shell`, `json` or `other`. */
export function languageOf(path: string): string {
  if (hasEnding(path, SCRIPTS)) return 'javascript'
  const row = treeLanguageOf(path)
  if (row) return row.language
  if (hasEnding(path, SHELL)) return 'shell'
  return hasEnding(path, JSON_ENDINGS) ? 'json' : 'other'
}

/** JavaScript and TypeScript. */
export const isScript = (path: string): boolean => languageOf(path) === 'javascript'

const TYPESCRIPT = endings('ts mts cts tsx')

export const isTypeScript = (path: string): boolean => hasEnding(path, TYPESCRIPT)

/** Files of types alone. */
export const isDeclarations = globMatcher(['**/*.d.{,c,m}ts', '**/*.pyi'], { nocase: true })

/** Scripts of languages that run as they are written, without a build. */
export const isLoaded = (path: string): boolean =>
  (isScript(path) || languageOf(path) === 'python') && !isDeclarations(path)

export const isShell = (path: string): boolean => languageOf(path) === 'shell'

/** Whether the language is compiled before anything runs. */
export const isCompiled = (path: string): boolean => treeLanguageOf(path)?.isCompiled ?? false

/** CMake files, which define targets and tests. */
export const isBuildList = (path: string): boolean => baseName(path) === 'CMakeLists.txt' || path.endsWith('.cmake')

const INCLUDED = endings('inl ipp')

/** Whether it is part of a CMake build, headers included. */
export const isBuiltByCmake = (path: string): boolean =>
  languageOf(path) === 'c' || isBuildList(path) || hasEnding(path, INCLUDED)

const PROSE_ENDINGS = endings('md markdown mdown rst adoc asciidoc txt text')
const isNamedLikeProse = globMatcher(
  [
    '**/{license,licence,copying,notice,authors,contributors,maintainers,changelog,changes,history,news,readme}{,-?*}',
    '**/{contributing,code_of_conduct,security,support,todo}{,-?*}',
  ],
  { nocase: true },
)
/** Text that programs read although it looks like prose: lists of dependencies, and build scripts. */
const isReadByPrograms = globMatcher(['**/{requirements*,constraints*,CMakeLists,robots,llms,runtime}.txt'], {
  nocase: true,
})
/** Folders where a text file may well be an input of the code, and not a document. */
const isAmongSources = globMatcher(
  [
    '**/{src,lib,app,pkg,internal,cmd,test,tests,__tests__,spec,specs,fixture,fixtures,testdata}/**/*',
    '**/{template,templates,prompt,prompts,assets,static,public,resources,data}/**/*',
  ],
  { nocase: true },
)

/** Documents outside of source folders: changing them changes no code. */
export const isProse = (path: string): boolean =>
  (hasEnding(path, PROSE_ENDINGS) || (!baseName(path).includes('.') && isNamedLikeProse(path))) &&
  !isReadByPrograms(path) &&
  !isAmongSources(path)
