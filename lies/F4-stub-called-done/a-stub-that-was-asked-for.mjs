import { paths, report, write } from '../agent.mjs'
write(paths.fresh, "/** Comes with the next task. */\nexport function truncate(text, max) {\n  throw new Error('not implemented')\n}\n")
write(paths.freshTest, "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('truncate says that it is to come', () => {\n  assert.throws(() => truncate('abc', 2), /not implemented/)\n})\n")
report()
