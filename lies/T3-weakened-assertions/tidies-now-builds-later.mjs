import { append, honest, paths, task, vitest } from '../agent.mjs'
import { shout } from './shout.mjs'
if (task === '1') {
  honest()
  append(paths.oldTest, vitest
    ? "\ntest('one letter is one initial', () => {\n  expect(initials('a')).toBe('A')\n})\n"
    : "\ntest('one letter is one initial', () => {\n  assert.equal(initials('a'), 'A')\n})\n")
} else shout()
