import { append, by, paths, report } from '../agent.mjs'
append(paths.oldTest, by({
  node: "\ntest('a slug of signs is empty', () => {\n  assert.equal(slug('!?'), '')\n})\n",
  vitest: "\ntest('a slug of signs is empty', () => {\n  expect(slug('!?')).toBe('')\n})\n",
  pytest: '\n\ndef test_a_slug_of_signs_is_empty():\n    assert slug("!?") == ""\n',
}))
report()
