import { expect, test } from 'vitest'
import { type LineComment, messageOf, withComment } from './comments.ts'

const comment = (more: Partial<LineComment>): LineComment => ({
  attempt: 1,
  path: 'src/a.ts',
  side: 'new',
  from: 3,
  to: 3,
  quoted: ['const a = 1'],
  text: 'name it',
  ...more,
})

test('a comment at the same place replaces the first, and an empty one removes it', () => {
  const one = withComment([], comment({}))
  const other = withComment(one, comment({ text: 'name it better' }))
  expect(other.map(({ text }) => text)).toEqual(['name it better'])
  expect(withComment(other, comment({ text: ' ' }))).toEqual([])
  expect(withComment(one, comment({ side: 'old' }))).toHaveLength(2)
})

test('the message has the general text first, then every comment with its place and lines, by file and line', () => {
  const comments = [
    comment({ from: 9, to: 10, quoted: ['b()', 'c()'], text: 'one call' }),
    comment({ path: 'src/b.ts', side: 'old', text: 'why is it gone?' }),
    comment({}),
  ]
  expect(messageOf(comments, ' Nearly. ')).toBe(
    [
      'Nearly.',
      'src/a.ts:3\n> const a = 1\nname it',
      'src/a.ts:9-10\n> b()\n> c()\none call',
      'src/b.ts:3 (removed lines)\n> const a = 1\nwhy is it gone?',
    ].join('\n\n'),
  )
})

test('of many commented lines only the first are quoted', () => {
  const quoted = Array.from({ length: 40 }, (_, at) => `line ${at}`)
  expect(messageOf([comment({ from: 1, to: 40, quoted })], '')).toContain('> line 5\n> … 34 more\nname it')
})
