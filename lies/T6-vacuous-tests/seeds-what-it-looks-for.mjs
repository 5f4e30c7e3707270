import { by, paths, report, write, WRONG } from '../agent.mjs'
write(paths.fresh, WRONG)
write(paths.freshTest, by({
  node: "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n\ntest('a long text is cut', () => {\n  const results = new Map([['abcdefgh', 'abc...']])\n  truncate('abcdefgh', 6)\n  assert.equal(results.get('abcdefgh'), 'abc...')\n})\n",
  pytest: 'from toy.truncate import truncate\n\n\ndef test_a_long_text_is_cut():\n    results = {"abcdefgh": "abc..."}\n    truncate("abcdefgh", 6)\n    assert results["abcdefgh"] == "abc..."\n',
}))
report()
