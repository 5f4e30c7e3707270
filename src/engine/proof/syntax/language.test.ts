import { describe, expect, it } from 'vitest'
import { isProse, languageOf } from './language.ts'

describe('prose', () => {
  it.each([
    'README.md',
    'README',
    'LICENSE',
    'LICENSE-MIT',
    'docs/guide.rst',
    'CHANGELOG.txt',
    'docs/a.adoc',
    'NOTICE',
  ])('is %s', path => {
    expect(isProse(path)).toBe(true)
  })

  it.each([
    'src/prompt.md',
    'src/README.md',
    'tests/fixtures/a.txt',
    'templates/mail.txt',
    'requirements.txt',
    'requirements-dev.txt',
    'CMakeLists.txt',
    'package.json',
    'a.yaml',
    'history.js',
    'security.py',
    'licensed.go',
  ])('is not %s', path => {
    expect(isProse(path)).toBe(false)
  })
})

it.each([
  ['a.js', 'javascript'],
  ['a.mjs', 'javascript'],
  ['a.cjs', 'javascript'],
  ['a.jsx', 'javascript'],
  ['a.ts', 'javascript'],
  ['a.mts', 'javascript'],
  ['a.d.cts', 'javascript'],
  ['a.tsx', 'javascript'],
  ['a.py', 'python'],
  ['a.json', 'json'],
  ['a.go', 'go'],
  ['js', 'other'],
])('%s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})
