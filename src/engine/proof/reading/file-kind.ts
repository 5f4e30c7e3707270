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
const DOCS = /\.(md|mdx|rst|adoc|txt)$|(^|\/)docs?\/|(^|\/)(README|CHANGELOG|LICENSE|NOTICE|AUTHORS)[^/]*$/i
/** Tests in a wider sense: files that only tests and demos use. */
const AROUND_TESTS =
  /(^|\/)(__fixtures__|fixtures?|__mocks__|mocks|e2e|cypress|testing|test-utils|testutils|stories|benchmarks?|bench)\/|\.(stories|bench|fixture)\.[cm]?[jt]sx?$/i
/** Generated or third-party files. */
const FOREIGN =
  /(^|\/)(vendor|third_party|node_modules|dist|generated|__generated__)\/|\.min\.(js|css)$|\.(pb|generated|gen)\.[a-z]+$|_pb2(_grpc)?\.py$/

const C_LIKE = endings('java kt kts swift cs scala dart php zig vue svelte proto scss less')
const HASH = endings('sh bash zsh rb pl ex exs r jl nix tf yml yaml toml ini cfg cmake')
const HASH_NAMES = endings('Makefile makefile GNUmakefile CMakeLists.txt Dockerfile Rakefile Gemfile Jenkinsfile')

/** Documents and settings, which are data and do not run. */
const DATA = endings(
  'yml yaml toml ini cfg json jsonc json5 csv tsv xml htm html svg css po pot properties strings arb env',
)

const FOR_SURE =
  /(^|\/)(tests?|__tests__|__snapshots__|t)\/|[._-](test|spec)\.[cm]?[jt]sx?$|(^|\/)(test_[^/]+|[^/]+_test|conftest)\.\w+$|[_-]tests?\.\w+$|\.snap$/i

/** Names that both test support and parts of a program have: `testing`, `spec`, `fixtures`. */
export const isNamedForTests = (path: string): boolean => kindOf(path) === 'test' && !FOR_SURE.test(path)

export function kindOf(path: string): FileKind {
  if (LOCKS.has(baseName(path))) return 'lock'
  if (FOREIGN.test(path)) return 'foreign'
  if (isTestFile(path) || AROUND_TESTS.test(path)) return 'test'
  if (readLanguageOf(path) !== 'none' && !hasEnding(path, DATA)) return 'source'
  if (DOCS.test(path)) return 'docs'
  return 'data'
}

/**
 * Code that a program may load. The name of its folder does not change what it does. Bundles are made from sources that are
 * read on their own.
 */
export const isLoadable = ({ path, kind }: { readonly path: string; readonly kind: FileKind }): boolean =>
  kind === 'source' || (kind === 'foreign' && readLanguageOf(path) !== 'none' && !BUNDLES.test(path))

const BUNDLES = /(^|\/)(dist|node_modules)\/|\.min\.js$/

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
