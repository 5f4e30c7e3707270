import { globMatcher } from '../../../core/text/glob.ts'
import { baseName } from '../../../core/text/paths.ts'

/** A runner, linter or compiler of projects. */
export interface Tool {
  /** The words of commands that start it. */
  readonly starts: RegExp
  /** The words of a title for it. */
  readonly called: RegExp
  /** Whether a file, by its base name, configures it. */
  readonly isFile: (name: string) => boolean
}

/** Endings of configuration that is a module or data. */
const MODULE = '.{js,ts,cjs,cts,mjs,mts,json}'
const RC = '{,.*}'

const wordsOf = (words: readonly string[]): RegExp => new RegExp(`\\b(?:${words.join('|')})\\b`)

const tool = (starts: readonly string[], files: readonly string[], called: readonly string[] = starts): Tool => ({
  starts: wordsOf(starts),
  called: wordsOf(called),
  isFile: globMatcher(files),
})

/** One row per tool: the words that start it, and the base names of its configuration. */
const TOOLS: readonly Tool[] = [
  tool(
    ['vite', 'vitest'],
    [`{vite,vitest}.config${MODULE}`, `vitest.{workspace,projects,setup,preset,global,globals}${MODULE}`],
  ),
  tool(
    ['jest', 'babel', 'swc'],
    [
      `{jest,babel}.config${MODULE}`,
      `jest.{workspace,projects,setup,preset,global,globals}${MODULE}`,
      `.{babelrc,swcrc}${RC}`,
    ],
  ),
  tool(['playwright'], [`playwright.config${MODULE}`]),
  tool(['karma'], [`karma.config${MODULE}`]),
  tool(['mocha'], [`.mocharc${RC}`]),
  tool(['nyc', 'c8'], [`.{nycrc,c8rc}${RC}`]),
  tool(['tap'], [`.taprc${RC}`]),
  tool(['eslint'], [`eslint.config${MODULE}`, `.{eslintrc,eslintignore}${RC}`]),
  tool(['prettier'], [`prettier.config${MODULE}`, `.prettierrc${RC}`]),
  tool(['biome'], [`biome.config${MODULE}`, 'biome.json', 'biome.jsonc']),
  tool(['rollup'], [`rollup.config${MODULE}`]),
  tool(['webpack'], [`webpack.config${MODULE}`]),
  tool(
    ['tsc', 'vue-tsc', 'ts-node', 'ts-jest', 'tsx'],
    ['{ts,js}config.json', '{ts,js}config.*.json'],
    ['typescript', 'tsconfig', 'tsc'],
  ),
  tool(['pytest', 'tox'], ['pytest.ini', 'tox.ini', 'setup.cfg', '.coveragerc']),
  tool(['mypy'], ['mypy.ini']),
  tool(['ruff'], ['ruff.toml', '.ruff.toml']),
  tool(['flake8'], ['.flake8']),
  tool(['pylint'], ['pylintrc', '.pylintrc']),
  tool(['pyright', 'basedpyright'], ['pyrightconfig.json']),
  tool(['oxlint'], [`.oxlintrc${RC}`]),
  tool(['stylelint'], [`.stylelintrc${RC}`]),
  tool(['golangci-lint'], ['.golangci.yml', '.golangci.yaml']),
  tool(['nox'], ['noxfile.py']),
]

/** The tool that this file configures; null for other files, such as CI or agent settings. */
export const toolOf = (path: string): Tool | null => TOOLS.find(({ isFile }) => isFile(baseName(path))) ?? null
