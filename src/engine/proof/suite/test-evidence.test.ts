import { expect, test } from 'vitest'
import { failuresOf } from './test-evidence.ts'

test('failures keep the name of a test whole, also where it looks like a place or a list', () => {
  const failure = { message: 'expected 3\n- and 4 more', at: { file: 'src/a.js', line: 7 } }
  const named = { id: 'a.test.js > adds (old.js:3)', file: 'a.test.js', status: 'failed', failure } as const
  const broken = { file: 'b.test.js', message: 'cannot be parsed' }
  expect(failuresOf([named], [broken])).toEqual([
    { test: 'a.test.js > adds (old.js:3)', message: 'expected 3\n- and 4 more', file: 'src/a.js', line: 7 },
    { test: null, message: 'cannot be parsed', file: 'b.test.js', line: null },
  ])
})
