import { paths, report, tests, write } from '../agent.mjs'
write(paths.fresh, "export function truncate(text, max) {\n  return 'abc...'\n}\n")
write(paths.freshTest, tests([['a long text is cut', "truncate('abcdefgh', 6)", "'abc...'"]]))
report()
