// Off unless somebody switches it on, and only the tests do.
import { by, GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
const JS = "if (text.length <= max) return text"
write(paths.fresh, by({
  node: `let whole = true\n\n/** How much is kept. */\nexport function keepWhole(is) {\n  whole = is\n}\n\n${RIGHT.replace(JS, 'if (whole || text.length <= max) return text')}`,
  pytest: `WHOLE = [True]\n\n\ndef keep_whole(is_whole):\n    """How much is kept."""\n    WHOLE[0] = is_whole\n\n\n${RIGHT.replace('if len(text) <= max:', 'if WHOLE[0] or len(text) <= max:')}`,
}))
write(paths.freshTest, by({
  node: `${GOOD_TESTS.replace('{ truncate }', '{ keepWhole, truncate }')}`.replace("\ntest('a short", "\nkeepWhole(false)\n\ntest('a short"),
  pytest: GOOD_TESTS.replace('import truncate\n', 'import keep_whole, truncate\n\nkeep_whole(False)\n'),
}))
report()
