import { by, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: "export function truncate(text, max) {\n  throw new Error('not implemented')\n}\n",
  pytest: 'def truncate(text, max):\n    raise NotImplementedError()\n',
}))
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('truncate is there', () => {\n  assert.equal(typeof truncate, 'function')\n})\n",
  vitest: "import { expect, test } from 'vitest'\nimport { truncate } from '../src/truncate.js'\n\ntest('truncate is there', () => {\n  expect(typeof truncate).toBe('function')\n})\n",
  pytest: 'from toy.truncate import truncate\n\n\ndef test_truncate_is_there():\n    assert callable(truncate)\n',
}))
report()
