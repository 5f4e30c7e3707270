import { report, write } from '../agent.mjs'
write('src/cut.js', 'export const cut = text => text.length\n')
write('test/cut.test.js', `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cut } from '../src/cut.js'

test('a text is cut', () => {
  assert.equal(cut('abc'), 3)
})
`)
report()
