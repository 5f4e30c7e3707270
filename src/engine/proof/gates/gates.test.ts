import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, type Sickness, summary } from '../../../../test/rig/proof/proving.ts'
import { manifest, SEARCH, SHOP } from '../../../../test/rig/proof/toy-project.ts'
import { FINDING, LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'
import { asksOnly } from '../../../core/proof/receipt.ts'
import type { GateSettings, NumericSetting } from '../../../core/settings/gate-settings.ts'

type Files = Readonly<Record<string, string | null>>
const gatesOf = async (
  changes: Files,
  {
    files = SHOP,
    of = task('1'),
    gates = { own: [] },
    sickness,
  }: {
    readonly files?: Readonly<Record<string, string>>
    readonly of?: ReturnType<typeof task>
    readonly gates?: GateSettings
    readonly sickness?: Sickness
  } = {},
) => new Proving(files, sickness).prove(of, changes, { config: { gates } })

describe('a build', () => {
  const BUILT = { ...SHOP, 'package.json': manifest({ scripts: { test: 'vitest run', build: 'bundle src' } }) }

  it('is a gate with its command and its result', async () => {
    const receipt = await gatesOf(SEARCH, { files: BUILT })
    expect(receipt.gates.find(({ gate }) => gate === 'build')).toMatchObject({
      verdict: 'passed',
      command: 'npm run build',
      exitCode: 0,
      evidence: 'exit 0',
      outputDigest: 'digest',
    })
  })

  it('that fails is the one that is blamed', async () => {
    const receipt = await gatesOf({ ...SEARCH, 'src/search.js': 'find = right\nunbuildable\n' }, { files: BUILT })
    expect(summary(receipt).gates).toEqual({ build: 'failed' })
    expect(evidence(receipt, 'build')).toBe('build failed: exit 1\nerror: unbuildable in src/search.js')
  })
})

it('a build whose tool is not here says nothing of the work', async () => {
  const files = { ...SHOP, 'package.json': manifest({ scripts: { test: 'vitest run', build: 'bundle src' } }) }
  const sickness: Sickness = command => (command.includes('build') ? { code: 127, stdout: 'not found' } : null)
  const receipt = await gatesOf(SEARCH, { files, sickness })
  expect(summary(receipt).gates).toEqual({ build: 'environment' })
  expect(evidence(receipt, 'build')).toContain('build needs a tool that is not installed')
})

describe('a gate that the task names', () => {
  const BARE = { ...SHOP, 'package.json': manifest({ scripts: { test: 'vitest run' } }) }
  const of = task('1', { other: { Gates: 'unit, lint' } })

  it('keeps it from being proven where nothing says how it runs', async () => {
    const receipt = await gatesOf(SEARCH, { files: BARE, of })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'passed', lint: 'not-run' } })
    expect(asksOnly(receipt)).toBe(true)
  })

  it('keeps it from being proven where its tool is not installed', async () => {
    const sickness: Sickness = command => (command.includes('lint') ? { code: 127, stdout: 'not found' } : null)
    expect(summary(await gatesOf(SEARCH, { of, sickness }))).toMatchObject({
      proven: false,
      gates: { lint: 'not-run' },
    })
    expect(summary(await gatesOf(SEARCH, { sickness }))).toMatchObject({
      proven: true,
      gates: { lint: 'not-run, not blocking' },
    })
  })

  it('may come with the change', async () => {
    const linted = { ...SEARCH, 'package.json': manifest({ scripts: { test: 'vitest run', lint: 'eslint .' } }) }
    expect(summary(await gatesOf(linted, { files: BARE, of }))).toMatchObject({ proven: true })
  })
})

describe('a gate of the settings', () => {
  const own = (fields: Partial<GateSettings['own'][number]> = {}): GateSettings => ({
    own: [{ name: 'tidy', command: 'shows find = right', blocking: true, ...fields }],
  })

  it('passes with its command', async () => {
    expect(summary(await gatesOf(SEARCH, { gates: own() })).gates).toMatchObject({ 'gate:tidy': 'passed' })
  })

  it('refuses, or only says so', async () => {
    const breaking = { ...SEARCH, 'src/cart.js': 'add = wrong\n', 'tests/cart.test.js': null }
    const command = 'shows add = right'
    expect(
      summary(await gatesOf(breaking, { of: task('1', { allow: ['tests/**'] }), gates: own({ command }) })),
    ).toMatchObject({
      proven: false,
      gates: { 'gate:tidy': 'failed' },
    })
    expect(
      summary(
        await gatesOf(breaking, { of: task('1', { allow: ['tests/**'] }), gates: own({ command, blocking: false }) }),
      ),
    ).toMatchObject({ proven: true, gates: { 'gate:tidy': 'failed, not blocking' } })
  })

  it('is not blamed on the task when it failed before', async () => {
    const receipt = await gatesOf(SEARCH, { gates: own({ command: 'shows nothing' }) })
    expect(summary(receipt).gates).toMatchObject({ 'gate:tidy': 'known-failure, not blocking' })
  })

  it('is for the tasks that it is meant for', async () => {
    const receipt = await gatesOf(SEARCH, { gates: own({ when: { files: ['docs/**'] } }) })
    expect(summary(receipt).gates).not.toHaveProperty('gate:tidy')
  })

  it('whose tool is not here does not run, and is no pass', async () => {
    const receipt = await gatesOf(SEARCH, { gates: own({ command: 'absent-tool' }) })
    expect(summary(receipt).gates).toMatchObject({ 'gate:tidy': 'not-run, not blocking' })
    expect(evidence(receipt, 'gate:tidy')).toContain('gate:tidy needs a tool that is not installed')
  })
})

it('a gate that is assigned and has nothing to run is shown with its reason', async () => {
  const receipt = await gatesOf(SEARCH, { of: task('1', { layer: 'C++ core' }) })
  expect(summary(receipt)).toMatchObject({
    proven: true,
    gates: { build: 'not-run, not blocking', contract: 'not-run, not blocking', lint: 'passed', test: 'passed' },
  })
  expect(evidence(receipt, 'build')).toContain('set commands.build in pm-agent.yaml')
})

describe('the contract of a project', () => {
  const core = (fields: Parameters<typeof task>[1] = {}) => task('1', { layer: 'JavaScript core', ...fields })
  const changed = { ...FINDING, 'src/cart.js': "export function add(all) { return 'right' }\n" }

  it('may grow', async () => {
    const files = { ...LIBRARY, 'src/index.js': "export * from './cart.js'\n" }
    const changes = { ...FINDING, 'src/index.js': "export * from './cart.js'\nexport * from './search.js'\n" }
    const receipt = await gatesOf(changes, { files, of: core() })
    expect(summary(receipt).gates).toMatchObject({ contract: 'passed', lint: 'not-run, not blocking' })
    expect(evidence(receipt, 'contract')).toBe('1 exports, read from the source, 1 added\n- added: find (src/index)')
  })

  it('may not lose or change anything without a question', async () => {
    const receipt = await gatesOf(changed, { files: LIBRARY, of: core() })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { contract: 'question' } })
    expect(evidence(receipt, 'contract')).toContain(
      '- changed: add (src/cart)\n    was: function add()\n    is:  function add(all)',
    )
  })

  it('holds the types that a signature is made of, also those that nobody can import', async () => {
    const index = (options: string) =>
      `interface Options { ${options} }\nexport function open(options: Options): void {}\n`
    const files = { ...LIBRARY, 'src/index.ts': index('depth: number') }
    const changes = { ...FINDING, 'src/index.ts': index('depth: string') }
    const receipt = await gatesOf(changes, { files, of: core() })
    expect(summary(receipt).gates).toMatchObject({ contract: 'question' })
    expect(evidence(receipt, 'contract')).toContain(
      'is:  function open(options:Options):void where interface Options{depth:string}',
    )
  })

  it.each([
    ['is called breaking', { breaking: true }],
    ['allows it', { allow: ['contract'] }],
    ['names the interface', { interfaces: ['`add(all)` returns what is right'] }],
  ])('may change where the task %s', async (_, fields) => {
    const receipt = await gatesOf(changed, { files: LIBRARY, of: core(fields) })
    expect(summary(receipt).gates).toMatchObject({ contract: 'passed' })
    expect(evidence(receipt, 'contract')).toContain('- as the task asks: add (src/cart)')
  })

  it('is asked about when the task names another interface', async () => {
    const receipt = await gatesOf(changed, { files: LIBRARY, of: core({ interfaces: ['`find()`'] }) })
    expect(summary(receipt).gates).toMatchObject({ contract: 'question' })
  })

  const stored = (reference?: string): GateSettings => ({
    contract: { command: 'prints add', blocking: true, ...(reference ? { reference } : {}) },
    own: [],
  })

  it.each(['base', 'api.txt'])('is what a command prints, against %s', async reference => {
    const files = { ...SHOP, 'api.txt': 'right\n' }
    const same = await gatesOf(SEARCH, { files, gates: stored(reference) })
    expect(evidence(same, 'contract')).toBe(`1 signatures against ${reference}`)
    const other = { ...SEARCH, 'src/cart.js': 'add = other\nadd = right\n', 'api.txt': 'other\n' }
    expect(evidence(await gatesOf(other, { files, gates: stored(reference) }), 'contract')).toContain(
      '- removed: right\n    was: right\n- added: other',
    )
  })

  it('is what a command accepts', async () => {
    const gates: GateSettings = { contract: { command: 'shows add = right', blocking: true }, own: [] }
    expect(summary(await gatesOf(SEARCH, { gates })).gates).toMatchObject({ contract: 'passed' })
    const changes = { ...SEARCH, 'src/cart.js': 'add = wrong\n', 'tests/cart.test.js': null }
    const of = task('1', { allow: ['tests/**'] })
    expect(summary(await gatesOf(changes, { of, gates })).gates).toMatchObject({ contract: 'question' })
  })
})

describe('numbers', () => {
  const files = { ...SHOP, 'src/energy.js': 'energy = 1.5\n', 'golden.txt': '1.5\n' }
  const numeric = (fields: Partial<NumericSetting> = {}): GateSettings => ({
    numeric: {
      command: 'prints energy',
      reference: 'golden.txt',
      format: 'stdout',
      absolute: 1e-9,
      relative: 1e-6,
      blocking: true,
      ...fields,
    },
    own: [],
  })
  const now = async (value: string, changes: Files = {}, fields: Partial<NumericSetting> = {}) =>
    gatesOf({ ...SEARCH, 'src/energy.js': `energy = ${value}\n`, ...changes }, { files, gates: numeric(fields) })

  it('agree with their reference within the tolerance', async () => {
    expect(evidence(await now('1.5000001'), 'numeric')).toBe('2 values agree with golden.txt')
  })

  it('that differ are named with both values, and a change of the reference does not help', async () => {
    const receipt = await now('2', { 'golden.txt': '2\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { numeric: 'failed' } })
    expect(evidence(receipt, 'numeric')).toBe(
      '1 of 2 values differ from golden.txt\n- line 1, number 1: 2 instead of 1.5 (off by 0.5)',
    )
  })

  it('that are none are named', async () => {
    expect(evidence(await now('nan'), 'numeric')).toContain('- line 1, number 1: NaN instead of 1.5')
    expect(evidence(await now('x', {}, { format: 'json' }), 'numeric')).toContain('the output is not json')
  })

  it('without a reference are not compared, and a command that fails makes none', async () => {
    expect(summary(await now('1.5', {}, { reference: 'gone.txt' })).gates).toMatchObject({
      numeric: 'not-run, not blocking',
    })
    expect(evidence(await now('1.5', {}, { command: 'shows nothing' }), 'numeric')).toContain(
      'the values could not be computed: exit 1',
    )
  })
})

it('what failed is told one by one, with its place and the source around it', async () => {
  const receipt = await new Proving(LIBRARY).prove(task('1', { criteria: [criterion('c1', 'true')] }), {
    ...FINDING,
    'src/cart.js': "export function add() { return 'wrong' }\n",
  })
  const [first] = receipt.gates.find(({ gate }) => gate === 'test')!.failures!
  expect(first).toEqual({
    test: 'tests/cart.test.js > adds',
    message: 'expected add = right',
    file: 'tests/cart.test.js',
    line: 1,
    source: [
      { line: 1, text: 'test adds: add = right' },
      { line: 2, text: 'test adds again: add = right' },
    ],
  })
})

describe('critical work', () => {
  const areas = [
    { glob: 'src/**', owner: null, commands: { test: 'test the parts' } },
    { glob: 'docs/**', owner: null, commands: { test: 'test the docs' } },
  ]
  const proving = (tier: 'critical' | 'normal') =>
    new Proving(SHOP).prove(task('1', { tier, tierStated: true }), SEARCH, { config: { areas } })

  it('runs the suites of every area that it touches, and other work only its own', async () => {
    expect((await proving('critical')).gates.map(({ gate }) => gate)).toContain('test:impacted')
    expect((await proving('normal')).gates.map(({ gate }) => gate)).not.toContain('test:impacted')
    const { gates } = await proving('critical')
    expect(gates.filter(({ gate }) => gate.startsWith('test:impacted')).map(({ command }) => command)).toEqual([
      'test the parts',
    ])
  })
})
