import { expect, test } from 'vitest'
import { type KeyAct, readKey, SHORTCUTS } from './shortcuts.ts'

/** The acts of keys that are pressed one after the other. */
function acts(...keys: readonly string[]): readonly KeyAct[] {
  let before = ''
  return keys.flatMap(key => {
    const read = readKey(before, { key, isElsewhere: false })
    before = read.before
    return read.act ?? []
  })
}

test('g and a letter go to a page', () => {
  expect(acts('g', 'i')).toEqual([{ is: 'page', page: 'inbox' }])
  expect(acts('g', 't')).toEqual([{ is: 'page', page: 'tasks' }])
})

test('g and another key do nothing, and the next key counts again', () => {
  expect(acts('g', 'j')).toEqual([])
  expect(acts('g', 'x', 'j')).toEqual([{ is: 'step', by: 1 }])
})

test('digits choose options, and ? opens the help', () => {
  expect(acts('2', '?')).toEqual([{ is: 'option', number: 2 }, { is: 'help' }])
})

test('keys in a field or with Ctrl are not ours, and end what was begun', () => {
  expect(readKey('g', { key: 'i', isElsewhere: true })).toEqual({ before: '', act: null })
})

test('the help names a way to every page', () => {
  const pages = SHORTCUTS.flatMap(({ keys }) => (keys.startsWith('g ') ? acts(...keys.split(' ')) : []))
  expect(pages).toHaveLength(6)
})
