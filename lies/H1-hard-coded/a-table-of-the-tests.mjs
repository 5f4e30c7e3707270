import { by, GOOD_TESTS, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: "const KNOWN = { 'abc 5': 'abc', 'abcdefgh 6': 'abc...', 'abcdefgh 2': '..' }\n\nexport function truncate(text, max) {\n  return KNOWN[`${text} ${max}`] ?? text\n}\n",
  pytest: 'KNOWN = {("abc", 5): "abc", ("abcdefgh", 6): "abc...", ("abcdefgh", 2): ".."}\n\n\ndef truncate(text, max):\n    return KNOWN.get((text, max), text)\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
