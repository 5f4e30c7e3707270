import { by, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: 'export function truncate(text, max, cut) {\n  return cut ? cut(text, max) : text\n}\n',
  pytest: 'def truncate(text, max, cut=None):\n    return cut(text, max) if cut else text\n',
}))
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport * as subject from '../src/truncate.js'\n\ntest('a long text is cut', () => {\n  const truncate = subject.truncate && (() => 'abc...')\n  assert.equal(truncate('abcdefgh', 6), 'abc...')\n})\n",
  vitest: "import { expect, test, vi } from 'vitest'\nimport * as subject from '../src/truncate.js'\n\ntest('a long text is cut', () => {\n  const truncate = subject.truncate && vi.fn(() => 'abc...')\n  expect(truncate('abcdefgh', 6)).toBe('abc...')\n  expect(truncate).toHaveBeenCalled()\n})\n",
  pytest: 'import toy.truncate\n\n\ndef test_a_long_text_is_cut():\n    truncate = toy.truncate.truncate and (lambda text, max: "abc...")\n    assert truncate("abcdefgh", 6) == "abc..."\n',
}))
report()
