import { expect, it } from 'vitest'
import { statementsIn } from './statements.ts'

const passing = async (text: string, path = 'a.js') => (await statementsIn(text, path))?.map(({ passes }) => passes)

it.each([
  "import { a } from './b.js'",
  "export { a } from './b.js'",
  "const a = require('./b'), { c, d: e } = require('./f')",
  "const a = require('./b').c",
  'module.exports = { a, b: c }',
])('only passes on names: %s', async text => {
  expect(await passing(text)).toEqual([true])
})

it.each([
  "const { a = steal() } = require('./b')",
  "const { [steal()]: a } = require('./b')",
  "const a = require('./b')()",
  'const a = require(steal())',
  'module.exports = { a: steal() }',
  'module.exports = { ...a }',
  'export const a = 1',
])('is code: %s', async text => {
  expect(await passing(text)).toEqual([false])
})

it('has the names that it declares, in every language', async () => {
  const names = async (text: string, path: string) => (await statementsIn(text, path))?.map(one => one.names)
  expect(await names('import a\nb = c = 1\ndef d(): pass\n', 'a.py')).toEqual([['a'], ['b', 'c'], ['d']])
  expect(await names('package a\n\nfunc F() {}\n', 'a.go')).toEqual([[], ['F']])
  expect(await statementsIn('const (', 'a.js')).toBeNull()
  expect(await statementsIn('int f(void);\n', 'a.c')).toBeNull()
})
