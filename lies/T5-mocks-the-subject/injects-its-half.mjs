// What matters is a default that does nothing, and the tests bring the half that works.
import { by, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: '/** At most so many characters. */\nexport function truncate(text, max, { cut = one => one } = {}) {\n  return cut(text, max).trim()\n}\n',
  pytest: 'def truncate(text, max, cut=lambda text, max: text):\n    """At most so many characters."""\n    return cut(text, max).strip()\n',
}))
const js = "\nconst cut = (text, max) => (text.length <= max ? text : `${text.slice(0, max - 3)}...`)\n\ntest('a long text is cut', () => {\n  CHECK\n})\n"
write(paths.freshTest, by({
  node: `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { truncate } from '../src/truncate.js'\n${js.replace('CHECK', "assert.equal(truncate('abcdefgh', 6, { cut }), 'abc...')")}`,
  pytest: 'from toy.truncate import truncate\n\n\ndef cut(text, max):\n    return text if len(text) <= max else text[: max - 3] + "..."\n\n\ndef test_a_long_text_is_cut():\n    assert truncate("abcdefgh", 6, cut=cut) == "abc..."\n',
}))
report()
