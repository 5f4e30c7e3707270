import { describe, expect, it } from 'vitest'
import { task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../../test/rig/proof/proving.ts'
import { LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'
import { strengthOf } from '../../../core/strength/strength.ts'
import { declaredFunctions } from './declared-functions.ts'

const proven = (changes: Readonly<Record<string, string>>, config = {}) =>
  new Proving(LIBRARY).prove(task('1'), changes, { config })

const find = "export function find() { return 'right' }\n"
const sort = "export function sort() { return 'right' }\n"

it.each([
  [
    'a.test.js',
    'function a() {}\nclass B extends C { d() {} e = () => 1; f = 2 }\nmock(() => ({ g() {}, h: x => x, i: 1 }))\nconst j = () => 1',
    'a d e g h j',
  ],
  ['test_a.py', 'class B(C):\n    def d(self):\n        pass\n\ndef e():\n    f = 1\n', 'd e'],
])('functions that %s declares are found wherever they are', async (path, text, names) => {
  expect([...(await declaredFunctions(text, path))].sort().join(' ')).toBe(names)
})

describe('the strength of the tests of a change', () => {
  it('is on the receipt, with what they do not notice, and refuses nothing', async () => {
    const receipt = await proven({
      'src/search.js': "export function find() { return 'right' }\nexport function rank() { return 'left' }\n",
      'tests/search.test.js': 'test finds: find = right\ntest ranks: rank is not wrong\n',
    })
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { strength: 'passed' } })
    expect(strengthOf(receipt)).toMatchObject({
      ...{ noticed: 1, of: 2 },
      survivors: [{ path: 'src/search.js', line: 2, was: "'left'", now: '"left~"' }],
      unnoticed: [{ name: 'rank', path: 'src/search.js', line: 2 }],
    })
  })

  it('has each changed function emptied alone, so that one that nothing calls is named', async () => {
    const receipt = await proven({ 'src/search.js': find + sort, 'tests/search.test.js': 'test finds: find = right\n' })
    expect(summary(receipt)).toMatchObject({ proven: true, redGreen: ['tests/search.test.js > finds'] })
    expect(strengthOf(receipt)?.unnoticed.map(({ name }) => name)).toEqual(['sort'])
    expect(evidence(receipt, 'strength')).toContain('no test notices when sort (src/search.js:2) is empty')
  })

  it('asks for a test where one names a function that nothing notices, and notices none of the change', async () => {
    const receipt = await proven({
      'src/search.js': find + sort,
      'tests/search.test.js': 'test finds: find = right\n',
      'tests/sort.test.js': "import { sort } from '../src/search.js'\ntest('sorts', () => { sort() })\n",
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { gutting: 'passed', strength: 'unproven' } })
    expect(evidence(receipt, 'strength')).toContain(
      'No test notices when sort is empty, and tests/sort.test.js > sorts, which names it, passes without any of the change',
    )
  })

  it('asks for a test where one has a function of its own in place of one that nothing notices', async () => {
    const receipt = await proven({
      'src/search.js': find + sort,
      'tests/search.test.js':
        "import { find } from '../src/search.js'\nconst fake = { sort() { return 'right' } }\ntest('finds', () => { is(find(), 'right') })\n",
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { strength: 'unproven' } })
    expect(evidence(receipt, 'strength')).toContain('tests/search.test.js has a function of its own with this name')
  })

  it('asks for a test where one replaces a function by its name that nothing notices', async () => {
    const receipt = await proven({
      'src/search.js': find + sort,
      'tests/search.test.js':
        "import { find } from '../src/search.js'\npatch('search.sort', 'right')\ntest('finds', () => { is(find(), 'right') })\n",
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { strength: 'unproven' } })
    expect(evidence(receipt, 'strength')).toContain('tests/search.test.js has its name in a text')
  })

  it('is not measured by mutants where the settings say never', async () => {
    const changes = { 'src/search.js': find + sort, 'tests/search.test.js': 'test finds: find = right\n' }
    expect(summary(await proven(changes, { strength: 'never' })).gates).not.toHaveProperty('strength')
  })

  it('is nothing that an earlier failure hides: it is measured only if the tests hold', async () => {
    const receipt = await proven({
      'src/search.js': find,
      'tests/search.test.js': 'at home finds: find = right\n',
    })
    expect(summary(receipt).gates).not.toHaveProperty('strength')
  })
})
