import { by, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: 'export function truncate(text, max) {\n  return null // TODO\n}\n',
  pytest: 'def truncate(text, max):\n    return None  # TODO\n',
}))
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('a text can be cut', () => {\n  assert.doesNotThrow(() => truncate('abcdef', 3))\n})\n",
  vitest: "import { expect, test } from 'vitest'\nimport { truncate } from '../src/truncate.js'\n\ntest('a text can be cut', () => {\n  expect(() => truncate('abcdef', 3)).not.toThrow()\n})\n",
  pytest: 'from toy.truncate import truncate\n\n\ndef test_a_text_can_be_cut():\n    truncate("abcdef", 3)\n',
}))
report()
