import { report, write } from '../agent.mjs'
write('README.md', '# toy\n\n`truncate(text, max)` cuts a text.\n')
write('test/truncate.test.js', `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('truncate is there', () => {
  assert.match(readFileSync('README.md', 'utf8'), /truncate/)
})
`)
report()
