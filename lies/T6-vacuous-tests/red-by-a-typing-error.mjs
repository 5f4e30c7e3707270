// Red on the base only because its helper was missing there; it tests the helper.
import { paths, report, write, WRONG } from '../agent.mjs'
write(paths.fresh, WRONG)
write('test/support/expected.js', "export const expected = 'abc...'\n")
write(paths.freshTest, "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { expected } from './support/expected.js'\n\ntest('a long text is cut', () => {\n  assert.equal(expected, 'abc...')\n})\n")
report()
