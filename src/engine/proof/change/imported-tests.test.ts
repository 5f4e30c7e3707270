import { expect, it } from 'vitest'
import { MemoryVault } from '../../../../test/simulation/memory-vault.ts'
import { takenByProgram } from './imported-tests.ts'

type Files = Readonly<Record<string, string>>

const taken = async (base: Files, changes: Files): Promise<readonly string[]> => {
  const vault = new MemoryVault()
  const before = vault.store(new Map(Object.entries(base)))
  const candidate = vault.store(new Map(Object.entries({ ...base, ...changes })))
  return [...(await takenByProgram(vault, { base: before, candidate }, await vault.diff(before, candidate)))]
}

it.each<[string, Files, Files]>([
  ['src/testing/index.js', { 'src/index.js': "export * from './testing/index.js'\n", 'src/testing/index.js': '1' }, {}],
  ['src/spec/openapi.ts', { 'src/a.ts': "import { spec } from './spec/openapi.js'\n", 'src/spec/openapi.ts': '1' }, {}],
  ['toy/testing/a.py', { 'toy/b.py': 'from .testing import a\n', 'toy/testing/a.py': '1' }, {}],
  ['src/fixtures/rates.json', { 'src/a.js': "load('fixtures/rates.json')\n", 'src/fixtures/rates.json': '1' }, {}],
  ['src/mocks/new.js', { 'src/a.js': '' }, { 'src/a.js': "import './mocks/new.js'\n", 'src/mocks/new.js': 'new' }],
])('%s belongs to the program that takes it', async (path, base, changes) => {
  expect(await taken(base, { [path]: 'new', ...changes })).toEqual([path])
})

it.each<[string, Files, Files]>([
  [
    'src/testing/check.js',
    { 'tests/a.test.js': "import '../src/testing/check.js'\n", 'src/testing/check.js': '1' },
    {},
  ],
  ['src/testing/check.js', { 'src/testing/check.js': '1' }, { 'src/a.js': "import './testing/check.js'\n" }],
  ['tests/helper.js', { 'src/a.js': "import '../tests/helper.js'\n", 'tests/helper.js': '1' }, {}],
  ['fixtures/expected.json', { 'tests/a.test.js': "read('expected.json')\n", 'fixtures/expected.json': '1' }, {}],
])('%s is of the tests, whatever this change says', async (path, base, changes) => {
  expect(await taken(base, { [path]: 'new', ...changes })).toEqual([])
})
