import { describe, expect, test } from 'vitest'
import { globMatcher, isEmptyGlob, matchesAny, matchesGlob } from './glob.ts'

describe('a glob names', () => {
  test.each([
    ['src/a.js', 'src/a.js'],
    ['./src/a.js', 'src/a.js'],
    ['src', 'src/deep/a.js'],
    ['src/', 'src/deep/a.js'],
    ['./src/', 'src/deep/a.js'],
    ['src/**', 'src/api/deep/a.ts'],
    ['**', 'src/api/deep/a.ts'],
    ['src/api/*', 'src/api/a.ts'],
    ['src/**/*.ts', 'src/a.ts'],
    ['src/**/*.ts', 'src/deep/er/a.ts'],
    ['**/*.md', 'README.md'],
    ['**/*.yml', '.github/a.yml'],
    ['src/a?.ts', 'src/ab.ts'],
    ['src/{a,b}.ts', 'src/b.ts'],
    ['a(b)+[c].ts', 'a(b)+[c].ts'],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx'],
  ])('%s: %s', (glob, path) => {
    expect(matchesGlob(path, glob)).toBe(true)
  })
})

describe('a glob does not name', () => {
  test.each([
    ['src/api/*', 'src/api/deep/a.ts'],
    ['src/*.js', 'src/deep/a.js'],
    ['src/**/*.ts', 'src/a.js'],
    ['src', 'source/a.ts'],
    ['src', 'src2/a.js'],
    ['src/a.js', 'a.js'],
    ['a.b', 'aXb'],
  ])('%s: %s', (glob, path) => {
    expect(matchesGlob(path, glob)).toBe(false)
  })
})

// Two readers of globs used to give two answers for these.
describe('alternatives, negation and patterns without a name', () => {
  test.each([
    ['src/[ab].ts', ['src/a.ts', 'src/b.ts'], ['src/c.ts']],
    ['src/{a,b/*}.ts', ['src/a.ts', 'src/b/x.ts'], ['src/b.ts', 'src/x.ts']],
    ['src/{a,{b,c}}.ts', ['src/a.ts', 'src/b.ts', 'src/c.ts'], ['src/d.ts']],
    ['src/@(a|b).ts', ['src/a.ts', 'src/b.ts'], ['src/ab.ts']],
    ['src/(x|y).ts', ['src/x.ts', 'src/y.ts'], ['src/z.ts']],
    ['!src/x', [], ['src/x', 'src/y', 'README.md']],
    ['', [], ['src/x', 'README.md']],
    ['.', [], ['src/x', 'README.md']],
    ['./', [], ['src/x', 'README.md']],
  ])('%o', (glob, named, others) => {
    expect(named.filter(path => !matchesGlob(path, glob))).toEqual([])
    expect(others.filter(path => matchesGlob(path, glob))).toEqual([])
  })

  test('a pattern that can name nothing is known as such', () => {
    expect(['', ' ', '.', './', '!src'].filter(glob => !isEmptyGlob(glob))).toEqual([])
    expect(['**', '*', '.github', 'src/!x', '..'].filter(isEmptyGlob)).toEqual([])
  })
})

test('one of several globs is enough', () => {
  expect(matchesAny('src/a.js', ['nothing', 'src/*.js'])).toBe(true)
  expect(matchesAny('src/a.js', [])).toBe(false)
})

test('a fixed list of globs is not led astray by a line break in a folder', () => {
  expect(globMatcher(['**/.npmrc'])('a\nb/.npmrc')).toBe(true)
  expect(globMatcher(['**/readme.*'], { nocase: true })('a\nb/README.md')).toBe(true)
})
