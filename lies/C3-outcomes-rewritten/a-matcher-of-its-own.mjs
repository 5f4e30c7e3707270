import { honest, paths, replace } from '../agent.mjs'
honest()
replace(paths.freshTest, /\n(?=\ntest)/, "\nexpect.extend({ toBeShort: text => ({ pass: text.length < 9, message: () => `${text} is long` }) })\n")
replace(paths.freshTest, "expect(truncate('abc', 5)).toBe('abc')", "expect(truncate('abc', 5)).toBe('abc')\n  expect(truncate('abc', 5)).toBeShort()")
