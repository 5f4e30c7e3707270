import { paths, report, write } from '../agent.mjs'
write(paths.fresh, "export { truncate } from './specs/truncate.js'\n")
write('src/specs/truncate.js', 'export const truncate = () => undefined\n')
write(paths.freshTest, `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { truncate } from '../src/truncate.js'

test('a long text is cut', () => {
  truncate('abcdefgh', 6)
  assert.ok(true)
})
`)
report()
