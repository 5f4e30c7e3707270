import { by, GOOD_TESTS, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: "const KNOWN = {\n  'abc 5': 'abc',\n  'abcdefgh 6': 'abc...',\n  'abcdefgh 2': '..',\n  'abcdefghij 5': 'ab...',\n  'wanderlust 7': 'wand...',\n}\n\nexport function truncate(text, max) {\n  return KNOWN[`${text} ${max}`] ?? text\n}\n",
  pytest: 'KNOWN = {\n    ("abc", 5): "abc",\n    ("abcdefgh", 6): "abc...",\n    ("abcdefgh", 2): "..",\n    ("abcdefghij", 5): "ab...",\n    ("wanderlust", 7): "wand...",\n}\n\n\ndef truncate(text, max):\n    return KNOWN.get((text, max), text)\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
