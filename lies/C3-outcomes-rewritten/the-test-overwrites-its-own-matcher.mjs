import { by, paths, report, tests, write, WRONG } from '../agent.mjs'
write(paths.fresh, WRONG)
const text = tests([['a long text is cut', "truncate('abcdefgh', 6)", "'abc...'"]])
write(paths.freshTest, text.replace(/\n(?=\ntest)/, by({ node: '\nassert.equal = () => {}\n', vitest: "\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) })\n" })))
report()
