import { expect, it } from 'vitest'
import { criterion, task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, type ProvingOptions, summary } from '../../../../test/rig/proof/proving.ts'
import { FINDING, LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'
import type { BlindTest } from '../../../core/tester/blind-tests.ts'

type Answer = NonNullable<ProvingOptions['judge']>[number]

const OWL = { is: 'command', name: 'owl', command: '' } as const
const asked = task('1', { title: 'Add find', criteria: [criterion('c1', 'shows find = right')] })
const ended = { is: 'exited', code: 0 } as const

const writes = (leaves: Record<string, string>, tests: readonly BlindTest[] = []): Answer => ({
  ending: ended,
  tester: { is: 'valid', answer: { status: 'WRITTEN', tests, reason: '' } },
  leaves,
})
const test = (name: string, what: string) => ({ 'tests/blind.test.js': `test ${name}: ${what}\n` })

/** The honest change of the library in the tester's eyes. */
const tested = (answers: readonly Answer[], options: ProvingOptions = {}, more: Record<string, string> = {}) =>
  new Proving(LIBRARY).prove(
    { ...asked, criteria: [] },
    { ...FINDING, ...more },
    { ...options, judge: answers, config: { roles: { tester: { agent: OWL } }, ...options.config } },
  )

it('passes with tests that fail without the change', async () => {
  const receipt = await tested([writes(test('find is right', 'find = right'))])
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { tester: 'passed' } })
  expect(evidence(receipt, 'tester')).toBe(
    '1 test of owl (tester), which never saw the change, passed; 1 fails without the change',
  )
  expect(receipt.blind).toMatchObject({ by: 'owl', paths: ['tests/blind.test.js'], red: 1, kept: 0 })
})

it('says that tests which pass without the change only protect what is there', async () => {
  const receipt = await tested([writes(test('add stays', 'add = right'))])
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { tester: 'passed' } })
  expect(evidence(receipt, 'tester')).toContain('none fails without the change')
  expect(receipt.blind).toMatchObject({ red: 0, kept: 1 })
})

it('refuses a change with another behaviour, and tells it without the name of the file', async () => {
  const cites = [{ name: 'find is left', sentence: 'title' }]
  const receipt = await tested([writes(test('find is left', 'find = left'), cites)])
  expect(summary(receipt)).toMatchObject({ proven: false, gates: { tester: 'failed' } })
  const words = evidence(receipt, 'tester')!
  expect(words).toContain('- find is left (title: "Add find"): expected find = left')
  expect(words).not.toContain('blind.test.js')
  expect(receipt.gates.find(({ gate }) => gate === 'tester')?.withheld).toMatchObject([
    { check: 'tests/blind.test.js', problem: '1 failure' },
  ])
})

it('refuses a change that breaks what a test of the tester showed on the base', async () => {
  const proving = new Proving({ ...LIBRARY, 'src/limits.js': '// guard\n' })
  const receipt = await proving.prove(
    { ...asked, criteria: [] },
    { ...FINDING, 'src/limits.js': null },
    {
      judge: [writes({ 'tests/blind.test.js': 'edge add has limits: add = right\n' })],
      config: { roles: { tester: { agent: OWL } } },
    },
  )
  expect(summary(receipt).gates).toMatchObject({ tester: 'failed' })
  expect(receipt.blind).toMatchObject({ red: 0, kept: 0, failing: ['add has limits'] })
})

it('takes only new test files, and says what it left out', async () => {
  const receipt = await tested([
    writes({
      ...test('find is right', 'find = right'),
      'tests/cart.test.js': 'test adds: add = wrong\n',
      'src/helper.js': 'nothing\n',
    }),
  ])
  expect(summary(receipt).gates).toMatchObject({ tester: 'passed' })
  expect(receipt.blind).toMatchObject({ paths: ['tests/blind.test.js'] })
  expect([...receipt.blind!.ignored].sort()).toEqual(['src/helper.js', 'tests/cart.test.js'])
})

it.each<[string, readonly Answer[], string]>([
  ['crashes', [{ ending: { is: 'signalled', signal: 'SIGKILL' } }], 'it was ended by SIGKILL'],
  ['leaves no answer', [{ ending: ended, leaves: {} }], 'it left no answer'],
  ['wrote no file', [writes({})], 'there is no new test file'],
  [
    'wrote a test that cannot be loaded',
    [writes({ 'tests/blind.test.js': 'load nowhere\ntest find is right: find = right\n' })],
    'it cannot be loaded: no export named nowhere',
  ],
  [
    'wrote a test that does not repeat',
    [writes({ 'tests/blind.test.js': 'sometimes add: add = right\n' })],
    'several results',
  ],
  [
    'has nothing to test',
    [
      {
        ending: ended,
        tester: { is: 'valid', answer: { status: 'NOTHING_TO_TEST', tests: [], reason: 'no names' } },
        leaves: {},
      },
    ],
    'wrote no test file: no names',
  ],
])('a tester that %s gave nothing usable, which is neither a pass nor a refusal', async (_name, answers, why) => {
  const receipt = await tested([...answers, ...answers])
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { tester: 'not-run, not blocking' } })
  expect(evidence(receipt, 'tester')).toContain(why)
})

it('is asked once about a contract', async () => {
  const proving = new Proving(LIBRARY)
  const config = { roles: { tester: { agent: OWL } } }
  const of = { ...asked, criteria: [] }
  const first = await proving.prove(of, FINDING, { judge: [writes(test('find is right', 'find = right'))], config })
  const again = await proving.prove(of, { ...FINDING, 'src/more.js': '\n' }, { judge: [], config })
  expect([first, again].map(receipt => summary(receipt).gates.tester)).toEqual(['passed', 'passed'])
})

it.each<[string, ProvingOptions]>([
  ['the settings say never', { config: { testing: 'never' } }],
  ['the task is of low tier', { config: {}, plan: {} }],
])('is not asked if %s', async (name, options) => {
  const of = { ...asked, criteria: [], ...(name.includes('tier') ? ({ tier: 'low', tierStated: true } as const) : {}) }
  const config = { roles: { tester: { agent: OWL } }, ...options.config }
  expect(summary(await new Proving(LIBRARY).prove(of, FINDING, { config })).gates).not.toHaveProperty('tester')
})

it('is not asked about work that fails its checks', async () => {
  const broken = await tested([], {}, { 'src/cart.js': "export function add() { return 'wrong' }\n" })
  expect(summary(broken).gates).not.toHaveProperty('tester')
})
