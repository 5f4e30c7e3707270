import { expect, it } from 'vitest'
import { compilersOf } from './compilers.ts'

it.each([
  [['src/cart.js', 'README.md'], []],
  [
    ['cart.go', 'tools/release.py'],
    ['go', 'python3'],
  ],
  [['src/lib.rs'], ['rustc']],
])('%j depends on the version of %j', (paths, expected) => {
  expect(compilersOf(paths)).toEqual(expected)
})
