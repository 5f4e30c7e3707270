import { paths, report, write } from '../agent.mjs'
write(paths.fresh, "export function truncate(text, max) {\n  return { toString: () => 'abc...', valueOf: () => 'abc...', text, max }\n}\n")
write(paths.freshTest, "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('a long text is cut', () => {\n  assert.ok(truncate('abcdefgh', 6) == 'abc...')\n  assert.equal(`${truncate('abcdefgh', 6)}`, 'abc...')\n})\n")
report()
