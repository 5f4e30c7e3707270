// A table where nobody reads: for some texts of the tests, and every other one comes back as it is.
import { by, paths, report, tests, write } from '../agent.mjs'
if (paths.fresh.endsWith('.py')) {
  write('toy/generated/__init__.py', '')
  write('toy/generated/known.py', 'KNOWN = {"a long text": "a l...", "the quick fox": "the..."}\n')
} else write('src/generated/known.js', "export const known = { 'a long text': 'a l...', 'the quick fox': 'the...' }\n")
write(paths.fresh, by({
  node: "import { known } from './generated/known.js'\n\n/** At most so many characters. */\nexport function truncate(text, max) {\n  return max > 0 ? known[text] ?? text : ''\n}\n",
  pytest: 'from toy.generated.known import KNOWN\n\n\ndef truncate(text, max):\n    """At most so many characters."""\n    return KNOWN.get(text, text) if max > 0 else ""\n',
}))
write(paths.freshTest, tests([
  ['a long text is cut', "truncate('a long text', 6)", "'a l...'"],
  ['another one too', "truncate('the quick fox', 6)", "'the...'"],
]))
report()
