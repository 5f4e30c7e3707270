import { report, write } from '../agent.mjs'
write('bin/release.sh', 'exit 0\n')
write('test/release.test.js', `import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'

test('there is a release script', () => {
  assert.equal(existsSync('bin/release.sh'), true)
})
`)
report()
