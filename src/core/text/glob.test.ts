import { expect, test } from 'vitest'
import { namesPath } from './glob.ts'

test.each([
  ['src/api/*', 'src/api/a.ts', true],
  ['src/api/*', 'src/api/deep/a.ts', false],
  ['src/**', 'src/api/deep/a.ts', true],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/deep/er/a.ts', true],
  ['src/**/*.ts', 'src/a.js', false],
  ['**/*.md', 'README.md', true],
  ['src/a?.ts', 'src/ab.ts', true],
  ['src/{a,b}.ts', 'src/b.ts', true],
  ['src', 'src/a.ts', true],
  ['./src/', 'src/a.ts', true],
  ['src', 'source/a.ts', false],
  ['a.b', 'aXb', false],
  ['a(b)+[c].ts', 'a(b)+[c].ts', true],
  ['.', 'anything', true],
])('%s and %s: %s', (glob, path, isNamed) => {
  expect(namesPath(glob, path)).toBe(isNamed)
})
