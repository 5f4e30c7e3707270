import { matchesAny } from '../../../core/text/glob.ts'
import { baseName } from '../../../core/text/paths.ts'
import { isShellTest } from '../suite/shell-tests.ts'
import { isTestOfLanguage } from '../syntax/tree/languages.ts'

const TEST_NAMES = [
  /(^|\/)(tests?|__tests__|__snapshots__|t)\//i,
  /(^|\/)(specs?|testdata|__fixtures__|__mocks__|testing|test[_-]?(utils?|helpers?|support|lib))\//i,
  /(^|\/)test[_-]?(utils?|helpers?|support)\.\w+$|_testing\.py$/i,
  /[._-](test|spec)\.[cm]?[jt]sx?$/i,
  /\.(snap|golden)$/,
  /\.test-d\.[cm]?tsx?$/i,
  // Expected values of tests are data; code in a folder of this name may belong to the program.
  /(^|\/)(fixtures?|goldens?|expected)\/(.*\/)?[^/]+(?<!\.([cm]?[jt]sx?|py|go|rs|c|cc|cpp|cxx|h|hpp|java|rb|sh|vue|svelte))$/i,
]

/** Tests, their helpers and their snapshots, by name: protection is by name, not by existing file. */
export const isTestFile = (path: string): boolean =>
  TEST_NAMES.some(name => name.test(path)) || isTestOfLanguage(path) || isShellTest(path)

/** Files that agents, editors, shells and pm-agent obey when they open the folder. */
const OBEYED_NAMES = [
  /^\.(claude|codex|opencode|gemini|cursor)(\/|$)/,
  /(^|\/)(AGENTS|CLAUDE|GEMINI|COPILOT)(\.local)?\.md$|(^|\/)\.(cursorrules|windsurfrules|clinerules|goosehints|aider[^/]*|mcp\.json|envrc)$/,
  /(^|\/)\.(vscode\/(tasks|settings|launch|mcp)\.json|devcontainer(\/.*|\.json)|windsurf\/.*|roo\/.*|kiro\/.*|continue\/.*)$/,
  /^pm-agent\.ya?ml$/,
]

export const isObeyedByAgents = (path: string): boolean => OBEYED_NAMES.some(name => name.test(path))

const PROTECTED_NAMES = [
  ...OBEYED_NAMES,
  /(^|\/)(vitest|vite|jest|playwright|karma|babel|eslint|prettier|biome|rollup|webpack)\.config\.[cm]?[jt]s(on)?$/,
  /(^|\/)(vitest|jest)\.(workspace|projects|setup|preset|globals?)\.[cm]?[jt]s(on)?$/,
  /(^|\/)\.(mocharc|nycrc|c8rc|taprc|babelrc|eslintrc|eslintignore|prettierrc|swcrc)(\.[a-z.]+)?$/,
  /(^|\/)biome\.jsonc?$/,
  /(^|\/)[jt]sconfig(\.[^/]+)?\.json$/,
  /(^|\/)(pytest\.ini|tox\.ini|setup\.cfg|\.coveragerc|mypy\.ini|\.?ruff\.toml|noxfile\.py|sitecustomize\.py)$/,
  /(^|\/)(\.flake8|\.?pylintrc|\.isort\.cfg|pyrightconfig\.json|\.?clippy\.toml|\.golangci\.ya?ml|\.(ox|style)lintrc(\.[a-z.]+)?)$/,
  /(^|\/)(\.npmrc|\.yarnrc(\.yml)?|\.node-version|\.nvmrc|\.tool-versions|\.python-version|rust-toolchain(\.toml)?)$/,
  /(^|\/)(\.gitattributes|\.gitmodules)$/,
  /^\.(github|gitlab|circleci|husky|githooks)(\/|$)/,
  /(^|\/)(\.gitlab-ci\.yml|\.travis\.yml|Jenkinsfile|azure-pipelines\.yml|\.pre-commit-config\.yaml)$/,
  /(^|\/)CODEOWNERS$|(^|\/)\.?(lint-?staged(rc)?|lefthook)(\.config)?(\.[cm]?[jt]s|\.json|\.ya?ml|\.toml)?$/,
  /(^|\/)(CTestTestfile\.cmake|CTestCustom\.cmake|CMakePresets\.json|conftest\.cfg|\.pth)$|\.pth$/,
  /(^|\/)\.cargo\/config(\.toml)?$/,
]

/** Runners, linters and compilers: the names of their configuration, and the words of commands that start them. */
const TOOLS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\.?vite(st)?\b/, /\bvite(st)?\b/],
  [/^\.?(jest|babel|swc)/, /\b(jest|babel|swc)\b/],
  [/^playwright\b/, /\bplaywright\b/],
  [/^karma\b/, /\bkarma\b/],
  [/^\.?mocha/, /\bmocha\b/],
  [/^\.?(nyc|c8)/, /\b(nyc|c8)\b/],
  [/^\.?tap/, /\btap\b/],
  [/^\.?eslint/, /\beslint\b/],
  [/^\.?prettier/, /\bprettier\b/],
  [/^biome\b/, /\bbiome\b/],
  [/^rollup\b/, /\brollup\b/],
  [/^webpack\b/, /\bwebpack\b/],
  [/^[jt]sconfig\b/, /\b(tsc|vue-tsc|ts-node|ts-jest|tsx)\b/],
  [/^(pytest\.ini|tox\.ini|setup\.cfg|\.coveragerc)$/, /\b(pytest|tox)\b/],
  [/^mypy\b/, /\bmypy\b/],
  [/^\.?ruff\b/, /\bruff\b/],
  [/^\.flake8$/, /\bflake8\b/],
  [/^\.?pylintrc$/, /\bpylint\b/],
  [/^pyrightconfig\b/, /\b(based)?pyright\b/],
  [/^\.oxlintrc\b/, /\boxlint\b/],
  [/^\.stylelintrc\b/, /\bstylelint\b/],
  [/^\.golangci\b/, /\bgolangci-lint\b/],
  [/^noxfile\b/, /\bnox\b/],
]

/** Configuration of CI and other services. */
export const isOfCi = (path: string): boolean =>
  /^\.(github\/(workflows|actions)|circleci)\/|^\.github\/(dependabot|renovate)\.|^(\.gitlab-ci\.yml|\.travis\.yml|azure-pipelines\.yml|Jenkinsfile|\.pre-commit-config\.yaml)$/.test(
    path,
  )

/** The common name of the tool that this file configures; null if it does not configure a tool. */
export const toolNames = (path: string): RegExp | null =>
  /(^|\/)tsconfig(\.[^/]+)?\.json$/.test(path) ? /\b(typescript|tsconfig|tsc)\b/ : toolWords(path)

/** The words that start the tool that this file configures; null for other files, such as CI or agent settings. */
export function toolWords(path: string): RegExp | null {
  const name = baseName(path)
  return TOOLS.find(([names]) => names.test(name))?.[1] ?? null
}

/** Documents for contributors, in folders of configuration. */
const FOR_PEOPLE =
  /^\.github\/(ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE|DISCUSSION_TEMPLATE)(\/|\.)|^\.github\/(FUNDING\.ya?ml|(SECURITY|CONTRIBUTING|CODE_OF_CONDUCT|SUPPORT|GOVERNANCE|README)\.md)$/i

/** Configuration of checks. It comes from the base unless the contract allows otherwise. */
export const isProtected = (path: string, alsoProtected: readonly string[]): boolean =>
  (PROTECTED_NAMES.some(name => name.test(path)) && !FOR_PEOPLE.test(path)) || matchesAny(path, alsoProtected)
