import { expect, test } from 'vitest'
import type { Remark } from '../../../core/told/remark.ts'
import { remarkWords } from './remark-words.ts'

test.each<readonly [string, Remark, readonly string[]]>([
  ['words', { is: 'text', text: 'I look.\n\nThen I run the tests.' }, ['I look.', 'Then I run the tests.']],
  ['a tool', { is: 'tool', tool: 'Bash', target: 'npm test', changes: true }, ['Bash: npm test']],
  ['a tool without a target', { is: 'tool', tool: 'Think', target: '', changes: false }, ['Think']],
  ['a file', { is: 'file', path: 'src/a.js', change: 'added' }, ['added src/a.js']],
  ['a denial', { is: 'denied', tool: 'Write', target: '/etc/x', changes: true }, ['denied: Write /etc/x']],
  ['a limit', { is: 'limit', resetsAt: 0 }, ['usage limit reached, until 1970-01-01T00:00:00.000Z']],
  ['an error', { is: 'error', problem: 'no key', status: 401, isFinal: true }, ['error: no key']],
  ['passing trouble', { is: 'error', problem: 'busy', status: 529, isFinal: false }, ['trouble: busy']],
  ['a beginning', { is: 'began', session: 'x', model: null, version: null }, []],
  ['a cost', { is: 'cost', usd: 1, over: 'launch' }, []],
])('%s is said so that a person can read it', (_, remark, lines) => {
  expect(remarkWords(remark)).toEqual(lines)
})

test('secrets and control characters are not shown', () => {
  const remark: Remark = { is: 'text', text: `\x1b[2Jkey sk-ant-${'a1B2c3D4'.repeat(6)}\x07` }
  expect(remarkWords(remark)).toEqual(['key sk-a…'])
})
