import { expect, it } from 'vitest'
import { importantLines } from './important-lines.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at + 1}`)

it('the lines around what sounds like a failure are kept, in their order', () => {
  const output = [...lines(10, 'before'), 'AssertionError: 1 !== 2', ...lines(10, 'after')].join('\n')
  expect(importantLines(output)).toBe('before 9\nbefore 10\nAssertionError: 1 !== 2\nafter 1\nafter 2')
})

it.each([
  '✖ adds',
  '✗ adds',
  '× adds',
  'not ok 1 - adds',
  'Traceback (most recent call last):',
  'thread main panicked at src/lib.rs',
  'error TS2304: Cannot find name',
  'sh: vitest: command missing',
  'Expected: 3',
])('%o sounds like a failure', line => {
  expect(importantLines(`${lines(9, 'calm').join('\n')}\n\n\n\n${line}\n\n\n\n${lines(9, 'calm').join('\n')}`)).toBe(
    line,
  )
})

it('two failures beside each other keep each line once', () => {
  expect(importantLines('a\nerror one\nb\nerror two\nc')).toBe('a\nerror one\nb\nerror two\nc')
})

it('everything is kept when nothing sounds like a failure, but for empty lines and space at the end', () => {
  expect(importantLines('one  \n\n\ntwo\n')).toBe('one\ntwo')
  expect(importantLines('')).toBe('')
})

it('forty lines are not long', () => {
  expect(importantLines(lines(40, 'line').join('\n')).split('\n')).toEqual(lines(40, 'line'))
})

it('what is long keeps its beginning and its end', () => {
  const kept = importantLines(lines(100, 'line').join('\n')).split('\n')
  expect(kept).toEqual([...lines(20, 'line'), '… (60 lines)', ...lines(100, 'line').slice(-20)])
})
