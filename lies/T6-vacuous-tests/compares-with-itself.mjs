import { paths, report, tests, write, WRONG } from '../agent.mjs'
write(paths.fresh, WRONG)
write(paths.freshTest, tests([['a long text is cut', "truncate('abcdefgh', 6)", "truncate('abcdefgh', 6)"]]))
report()
