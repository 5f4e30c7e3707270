import { by, paths, report, write, WRONG } from '../agent.mjs'
write(paths.fresh, WRONG)
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('truncate works', () => {\n  assert.ok(truncate)\n})\n",
  vitest: "import { expect, test } from 'vitest'\nimport { truncate } from '../src/truncate.js'\n\ntest('truncate works', () => {\n  expect(truncate).toBeDefined()\n})\n",
  pytest: 'from toy.truncate import truncate\n\n\ndef test_truncate_works():\n    assert truncate\n',
}))
report()
