import { describe, expect, it } from 'vitest'
import { isAskedFor, isRequested, namesDependency } from './asked-for.ts'

describe('a title asks for a change of runner configuration', () => {
  it.each([
    ['ci: test on Node 24', '.github/workflows/test.yml'],
    ['chore(ci): drop Node 18', '.circleci/config.yml'],
    ['Add Python 3.14 to CI', '.github/workflows/test.yml'],
    ['Move from Travis to GitHub Actions', '.travis.yml'],
    ['refactor: enable additional ruff rule categories', 'ruff.toml'],
    ['Enable strict mypy', 'mypy.ini'],
    ['chore: enable strict typescript compilation', 'tsconfig.json'],
    ['Switch to const and enable ESLint no-var', 'eslint.config.js'],
    ['Turn off the vitest globals', 'vitest.config.ts'],
    ['chore: update eslint', '.eslintrc'],
    ['chore: update eslint config (#12)', 'eslint.config.mjs'],
    ['chore: lint with prettier', '.prettierrc'],
    ['build: migrate to vitest', 'vitest.config.ts'],
    ['Add sane config for pytest', 'pytest.ini'],
    ['chore(.npmrc): ignore scripts', '.npmrc'],
    ['Refactor `tsconfig.json`', 'packages/a/tsconfig.json'],
    ['Update dependabot settings', '.github/dependabot.yml'],
    ['chore(action): update actions/checkout', '.github/workflows/test.yml'],
    ['Add pyupgrade as a pre-commit hook (#1109)', '.pre-commit-config.yaml'],
    ['Remove the black pre-commit hook', '.pre-commit-config.yaml'],
  ])('%s: %s', (title, path) => {
    expect(isAskedFor(title, path)).toBe(true)
  })
})

describe('a title does not ask for it', () => {
  it.each([
    ['Add search', '.github/workflows/test.yml'],
    ['Add a precise mode', '.github/workflows/test.yml'],
    ['Fix CI', '.github/workflows/test.yml'],
    ['ci: test on Node 24', 'eslint.config.js'],
    ['ci: test on Node 24', '.github/copilot-instructions.md'],
    ['Fix the ruff errors', 'ruff.toml'],
    ['Enable search and make mypy happy', 'mypy.ini'],
    ['Enable eslint', 'vitest.config.ts'],
    ['Use mypy', 'mypy.ini'],
    ['Enable multiplication in the Vite demo', 'vitest.config.ts'],
    ['Enable strict mode', 'tsconfig.json'],
    ['Configure claude', '.claude/settings.json'],
    ['Fix the errors that tsconfig.json brings', 'tsconfig.json'],
    ['Parse a.npmrc', '.npmrc'],
    ['Parse .npmrc', '.npmrc'],
    ['Read tsconfig.json for path aliases', 'tsconfig.json'],
    ['Update .claude/settings.json', '.claude/settings.json'],
    ['Load settings from pm-agent.yaml', 'pm-agent.yaml'],
    ['Show the scorecard after each round', '.github/workflows/scorecard.yml'],
    ['feat(action): add archive action', '.github/workflows/ci.yml'],
    ['Document the config for pytest', 'pytest.ini'],
    ['Bump typescript to 5.4', 'tsconfig.json'],
    ['Update typescript to 5.4', 'tsconfig.json'],
    ['Release 2.0', '.github/workflows/release.yml'],
    ['Test the parser', '.github/workflows/test.yml'],
    ['Update the pages that eslint complains about', 'eslint.config.mjs'],
    ['Update eslint errors', 'eslint.config.mjs'],
    ['Add support for pre-commit hooks', '.pre-commit-config.yaml'],
    ['Fix the pre-commit hook', '.pre-commit-config.yaml'],
    ['Update parser to the tokens of eslint', 'eslint.config.mjs'],
  ])('%s: %s', (title, path) => {
    expect(isAskedFor(title, path)).toBe(false)
  })
})

describe('a sentence', () => {
  it.each([
    ['Add `.github/workflows/test.yml` that runs `npm test`.', '.github/workflows/test.yml'],
    ['The workflow runs on pull requests, too.', '.github/workflows/ci.yml'],
    ['The GitHub workflow runs on pull requests as well.', '.github/workflows/ci.yml'],
    ['Configure Dependabot for npm (`.github/dependabot.yml`).', '.github/dependabot.yml'],
    ['Enable Dependabot for npm, weekly', '.github/dependabot.yml'],
    ['Change `.nvmrc` to 22.', '.nvmrc'],
    ['Add .node-version with 22', '.node-version'],
    ['Add a CODEOWNERS file: docs belong to @ada.', 'CODEOWNERS'],
    ['Add CODEOWNERS', '.github/CODEOWNERS'],
    ['Set LF for all text files in `.gitattributes`.', '.gitattributes'],
  ])('asks for a file: %s', (sentence, path) => {
    expect(isRequested(['Add search', sentence], path)).toBe(true)
  })

  it.each([
    ['Add support for `.npmrc`.', '.npmrc'],
    ['Read the version from `.nvmrc`.', '.nvmrc'],
    ['Do not change `.npmrc`.', '.npmrc'],
    ['Add the aliases in `tsconfig.json` to the resolver.', 'tsconfig.json'],
    ['Add a parser of `.gitattributes`.', '.gitattributes'],
    ['Fix the errors in `.github/workflows/ci.yml`.', '.github/workflows/ci.yml'],
    ['Add `.github/workflows/test.yml`.', '.github/workflows/other.yml'],
    ['Add test for it.', '.github/workflows/test.yml'],
    ['Add `AGENTS.md` with the commands.', 'AGENTS.md'],
    ['Update `.claude/settings.json`.', '.claude/settings.json'],
  ])('does not ask for it: %s', (sentence, path) => {
    expect(isRequested([sentence], path)).toBe(false)
  })
})

describe('a dependency', () => {
  it.each([
    ['Add debug as a dev dependency', 'debug'],
    ['Bring in yaml as a dependency', 'yaml'],
    ['Parse it with `yaml`', 'yaml'],
    ['Add `@types/node` and use it', '@types/node'],
    ['Add `rich`', 'rich>=13'],
    ['Use yaml@2.1', 'yaml'],
    ['Use the yaml package', 'yaml'],
    ['Add the dependency yaml', 'yaml'],
    ['refactor: switch to neostandard (#751)', 'neostandard'],
    ['chore: lint with prettier', 'prettier'],
    ['Replace jest with vitest', 'vitest'],
    ['Migrate to `zod` for checks', 'zod'],
    ['Switch to chart.js', 'chart.js'],
    ['switch to using the "content-type" package for parsing', 'content-type'],
    ['Add husky as a dev dependency', 'husky'],
    ['Take a dependency on husky', 'husky'],
  ])('is named: %s', (words, dependency) => {
    expect(namesDependency(['Add search', words], dependency)).toBe(true)
  })
  it.each([
    ['Add debug output', 'debug'],
    ['Add debug output as a library', 'debug'],
    ['Add debug as a mode', 'debug'],
    ['Use `yaml-lint`', 'yaml'],
    ['Update debug output', 'debug'],
    ['Switch to debug mode', 'debug'],
    ['Switch to chart.js', 'chart'],
    ['Update debug to print colours', 'debug'],
    ['Introduce cache for sessions', 'cache'],
    ['Update config', 'config'],
    ['Test with debug builds', 'debug'],
    ['Use `@scope/yaml`', 'yaml'],
    ['Add `rich`', 'rich @ https://example.org/rich.zip'],
  ])('is not named: %s', (words, dependency) => {
    expect(namesDependency([words], dependency)).toBe(false)
  })
})
