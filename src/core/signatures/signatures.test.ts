import { expect, it } from 'vitest'
import { compareSignatures, mentionsSignature, printedSignatures } from './signatures.ts'

it('signatures are added, removed, changed or widened', () => {
  const before = new Map([
    ['a', 'function a()'],
    ['b', 'function b()'],
    ['d', 'function d(x: number)'],
  ])
  const after = new Map([
    ['b', 'function b(x: number)'],
    ['c', 'function c()'],
    ['d', 'function d(x: number, y = 1)'],
  ])
  expect(compareSignatures(before, after)).toEqual({
    added: ['c'],
    removed: [{ name: 'a', was: 'function a()' }],
    changed: [{ name: 'b', was: 'function b()', is: 'function b(x: number)' }],
    widened: [{ name: 'd', was: 'function d(x: number)', is: 'function d(x: number, y = 1)' }],
  })
})

it('what a command prints is one signature per line, in any order', () => {
  const { added, removed, changed } = compareSignatures(
    printedSignatures('int a()\nint b()\n'),
    printedSignatures('\n  int b()\r\nint a()\nint c()\n'),
  )
  expect({ added, removed, changed }).toEqual({ added: ['int c()'], removed: [], changed: [] })
})

it('a task speaks of a name as a word, not as a part of one', () => {
  expect(mentionsSignature(['`open(path): File`'], 'open (src/index)')).toBe(true)
  expect(mentionsSignature(['`reopen(path): File`'], 'open (src/index)')).toBe(false)
})
