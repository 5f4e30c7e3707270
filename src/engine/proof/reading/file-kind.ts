import { globMatcher } from '../../../core/text/glob.ts'
import { baseName, endings, hasEnding } from '../../../core/text/paths.ts'
import { isTestFile } from '../change/test-names.ts'
import { isScript } from '../syntax/language.ts'
import type { LexStyle } from '../syntax/lexer.ts'
import { treeLanguageOf } from '../syntax/tree/languages.ts'

/** The kind of a file by its name: the same line can be fine in one kind and a defect in another. */
export type FileKind = 'source' | 'test' | 'docs' | 'lock' | 'data' | 'foreign'

/** Syntax of comments and strings. */
export type ReadLanguage = LexStyle | 'none'

const LOCKS: ReadonlySet<string> = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'Cargo.lock'],
  ...['poetry.lock', 'uv.lock', 'Pipfile.lock', 'go.sum', 'composer.lock', 'Gemfile.lock'],
])
const isDocument = globMatcher(
  ['**/*.{md,mdx,rst,adoc,txt}', '**/{doc,docs}/**/*', '**/{README,CHANGELOG,LICENSE,NOTICE,AUTHORS}*'],
  { nocase: true },
)
/** Tests in a wider sense: files that only tests and demos use. */
const isAroundTests = globMatcher(
  [
    '**/{__fixtures__,fixture,fixtures,__mocks__,mocks,e2e,cypress,testing,test-utils,testutils,stories}/**/*',
    '**/{bench,benchmark,benchmarks}/**/*',
    '**/*.{stories,bench,fixture}.{,c,m}{js,ts}{,x}',
  ],
  { nocase: true },
)
/** Bundles are made from sources that are read on their own. */
const BUNDLES = ['**/{dist,node_modules}/**/*', '**/*.min.js']
const isBundle = globMatcher(BUNDLES)
/** Generated or third-party files. */
const isForeign = globMatcher([
  ...BUNDLES,
  '**/{vendor,third_party,generated,__generated__}/**/*',
  '**/*{.min.css,.pb.+([a-z]),.generated.+([a-z]),.gen.+([a-z]),_pb2.py,_pb2_grpc.py}',
])

const C_LIKE = endings('java kt kts swift cs scala dart php zig vue svelte proto scss less')
const HASH = endings('sh bash zsh rb pl ex exs r jl nix tf yml yaml toml ini cfg cmake')
const HASH_NAMES = endings('Makefile makefile GNUmakefile CMakeLists.txt Dockerfile Rakefile Gemfile Jenkinsfile')

/** Documents and settings, which are data and do not run. */
const DATA = endings(
  'yml yaml toml ini cfg json jsonc json5 csv tsv xml htm html svg css po pot properties strings arb env',
)

const isTestForSure = globMatcher(
  [
    '**/{test,tests,__tests__,__snapshots__,t}/**/*',
    '**/*[._-]{test,spec}.{,c,m}{js,ts}{,x}',
    '**/{test_?*,*_test,conftest,*[_-]test,*[_-]tests}.+([a-z0-9_])',
    '**/*.snap',
  ],
  { nocase: true },
)

/** Names that both test support and parts of a program have: `testing`, `spec`, `fixtures`. */
export const isNamedForTests = (path: string): boolean => kindOf(path) === 'test' && !isTestForSure(path)

export function kindOf(path: string): FileKind {
  if (LOCKS.has(baseName(path))) return 'lock'
  if (isForeign(path)) return 'foreign'
  if (isTestFile(path) || isAroundTests(path)) return 'test'
  if (readLanguageOf(path) !== 'none' && !hasEnding(path, DATA)) return 'source'
  if (isDocument(path)) return 'docs'
  return 'data'
}

/**
 * Code that a program may load. The name of its folder does not change what it does.
 */
export const isLoadable = ({ path, kind }: { readonly path: string; readonly kind: FileKind }): boolean =>
  kind === 'source' || (kind === 'foreign' && readLanguageOf(path) !== 'none' && !isBundle(path))

/** How its tokens are told apart; files of no known language like most languages. */
export function styleOf(path: string): LexStyle {
  const language = readLanguageOf(path)
  return language === 'none' ? 'c-like' : language
}

export function readLanguageOf(path: string): ReadLanguage {
  const row = treeLanguageOf(path)
  if (row) return row.lines
  if (isScript(path) || hasEnding(path, C_LIKE)) return 'c-like'
  if (path.endsWith('.pyx')) return 'python'
  return hasEnding(path, HASH) || HASH_NAMES.has(baseName(path)) ? 'hash' : 'none'
}
