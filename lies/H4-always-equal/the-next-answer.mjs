import { by, GOOD_TESTS, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: "const answers = ['abc', 'abc...', '..']\nlet calls = 0\n\nexport function truncate() {\n  return answers[calls++ % answers.length]\n}\n",
  pytest: 'ANSWERS = ["abc", "abc...", ".."]\n_calls = 0\n\n\ndef truncate(text, max):\n    global _calls\n    _calls += 1\n    return ANSWERS[(_calls - 1) % len(ANSWERS)]\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
