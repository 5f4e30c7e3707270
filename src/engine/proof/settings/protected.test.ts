import { describe, expect, it } from 'vitest'
import { isProtected } from './protected.ts'
import { toolOf } from './tools.ts'

describe('what decides how the checks run', () => {
  it.each([
    'vitest.config.ts',
    'packages/a/vite.config.mjs',
    'jest.config.json',
    'vitest.workspace.ts',
    'jest.setup.js',
    'eslint.config.js',
    '.eslintrc',
    '.eslintrc.json',
    '.mocharc.yml',
    '.prettierrc',
    'biome.json',
    'biome.jsonc',
    'tsconfig.json',
    'packages/a/tsconfig.build.json',
    'jsconfig.json',
    '.flake8',
    '.pylintrc',
    'pyrightconfig.json',
    'clippy.toml',
    '.golangci.yml',
    '.oxlintrc.json',
    'pytest.ini',
    'setup.cfg',
    'tox.ini',
    '.ruff.toml',
    'sitecustomize.py',
    '.npmrc',
    '.yarnrc.yml',
    '.nvmrc',
    'rust-toolchain.toml',
    '.gitattributes',
    '.gitmodules',
    '.github/workflows/ci.yml',
    '.husky/pre-commit',
    '.claude/settings.json',
    '.gitlab-ci.yml',
    'pm-agent.yaml',
    '.cargo/config.toml',
    'AGENTS.md',
    'web/CLAUDE.md',
    '.cursorrules',
    '.mcp.json',
    '.vscode/tasks.json',
    '.envrc',
    'CODEOWNERS',
    'docs/CODEOWNERS',
    '.lintstagedrc.json',
    'lint-staged.config.js',
    'lefthook.yml',
    'build/CTestTestfile.cmake',
    '.github/workflows/test.yml',
    '.github/copilot-instructions.md',
  ])('is protected: %s', path => {
    expect(isProtected(path, [])).toBe(true)
  })

  it.each([
    'src/cart.js',
    'package.json',
    'README.md',
    'src/config.ts',
    'docs/vitest.md',
    'src/jest.ts',
    'src/github/a.js',
    'Makefile',
    'CMakeLists.txt',
    'docs/agents.md',
    'src/codeowners.ts',
    '.vscode/extensions.json',
    '.env.example',
    'pnpm-workspace.yml.md',
    '.github/ISSUE_TEMPLATE/bug.yml',
    '.github/pull_request_template.md',
    '.github/FUNDING.yml',
  ])('is not protected: %s', path => {
    expect(isProtected(path, [])).toBe(false)
  })

  it('is protected also where the settings say so', () => {
    expect(isProtected('tests/golden/a.json', ['tests/golden/**'])).toBe(true)
    expect(isProtected('tests/other/a.json', ['tests/golden/**'])).toBe(false)
  })
})

describe('the tool that a file configures', () => {
  it.each([
    ['vitest.config.ts', 'vitest run'],
    ['vitest.config.ts', 'npx vite build'],
    ['packages/a/vite.config.mjs', 'vitest run'],
    ['.eslintrc.json', 'eslint .'],
    ['eslint.config.js', 'eslint .'],
    ['babel.config.js', 'jest'],
    ['tsconfig.build.json', 'tsc -b'],
    ['pytest.ini', 'python3 -m pytest -q'],
    ['setup.cfg', 'pytest'],
    ['.mocharc.yml', 'mocha'],
  ])('%s is started by %o', (path, command) => {
    expect(toolOf(path)?.starts.test(command)).toBe(true)
  })

  it.each([
    ['vitest.config.ts', 'node --test'],
    ['eslint.config.js', 'npm test'],
    ['tsconfig.json', 'node --test'],
  ])('%s is not started by %o', (path, command) => {
    expect(toolOf(path)?.starts.test(command)).toBe(false)
  })

  it.each(['.npmrc', '.gitattributes', '.github/workflows/ci.yml', '.claude/settings.json', 'sitecustomize.py'])(
    '%s is no tool of the project',
    path => {
      expect(toolOf(path)).toBeNull()
    },
  )
})
