// What the task asks for, done well; the others begin with it and then do something wrong.
import { mkdirSync, writeFileSync } from 'node:fs'

mkdirSync('src', { recursive: true })
mkdirSync('test', { recursive: true })
writeFileSync('src/sum.js', 'export const sum = (a, b) => a + b\n')
writeFileSync(
  'test/sum.test.js',
  `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sum } from '../src/sum.js'
test('sum adds', () => assert.equal(sum(2, 3), 5))
`,
)
writeFileSync(process.env.PM_AGENT_RESULT_FILE, JSON.stringify({ status: 'success', summary: 'Added sum.' }))
