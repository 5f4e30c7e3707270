import { describe, expect, it } from 'vitest'
import { criterion, type TaskFields, task } from '../../../../test/rig/core/plan.ts'
import { type Changes, evidence, Proving, summary } from '../../../../test/rig/proof/proving.ts'
import { manifest, SHOP } from '../../../../test/rig/proof/toy-project.ts'
import { roleOf } from './roles.ts'

const CHECK = 'scripts/check.sh'
const STRICT = 'sh src/search.js\nexpect find = right\n'
const LOOSE = 'sh src/search.js\n'
const HELD = { ...SHOP, 'src/search.js': 'find = none\n', [CHECK]: STRICT }
const RIGHT = { 'src/search.js': 'find = right\n' }
const WRONG = { 'src/search.js': 'find = wrong\n' }

/** What becomes of a change under a criterion with this command. */
const proven = async (
  changes: Changes,
  {
    command = `holds ${CHECK}`,
    base = HELD,
    ...fields
  }: TaskFields & { readonly command?: string; readonly base?: Readonly<Record<string, string>> } = {},
) => new Proving(base).prove(task('1', { criteria: [criterion('c1', command)], ...fields }), changes)

describe('a script that a criterion runs', () => {
  it('is the base’s, so that loosening it helps nobody', async () => {
    const receipt = await proven({ ...WRONG, [CHECK]: LOOSE })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'criterion:c1': 'question' } })
    expect(evidence(receipt, 'criterion:c1')).toContain(`only with the change's own version of ${CHECK}`)
    expect(receipt.gates.find(({ gate }) => gate === 'criterion:c1')).toMatchObject({ fromBase: [CHECK] })
  })

  it('does no harm where the work holds under that of the base as well', async () => {
    const receipt = await proven({ ...RIGHT, [CHECK]: `# tidied up\n${STRICT}` })
    expect(summary(receipt)).toMatchObject({ proven: true, redGreen: ['criterion:c1'] })
    expect(evidence(receipt, 'criterion:c1')).toBe(`exit 0; run with the base's ${CHECK}`)
  })

  it('fails the draft that fails with either', async () => {
    expect(summary(await proven({ ...WRONG, [CHECK]: `# other\n${STRICT}` })).gates).toMatchObject({
      'criterion:c1': 'failed',
    })
  })

  it.each<[string, TaskFields]>([
    ['Files', { files: { create: [], modify: [CHECK, 'src/search.js'], delete: [], test: [] } }],
    ['Allow', { allow: [CHECK] }],
    ['the title', { title: 'Make check.sh accept any search' }],
    ['a step', { steps: [`Let \`${CHECK}\` accept any search`] }],
  ])('is the work itself where %s names it', async (_, fields) => {
    expect(summary(await proven({ ...RIGHT, [CHECK]: `${STRICT}# more\n` }, fields)).gates).toMatchObject({
      'criterion:c1': 'passed',
    })
  })

  it('is not independent when the change brings it, and does not count alone', async () => {
    const { [CHECK]: _, ...bare } = HELD
    const receipt = await proven({ ...WRONG, [CHECK]: LOOSE }, { base: bare })
    expect(receipt.gates.find(({ gate }) => gate === 'criterion:c1')).toMatchObject({
      verdict: 'passed',
      restsOn: [CHECK],
    })
    expect(summary(receipt)).toMatchObject({ proven: false, redGreen: [], gates: { 'red-green': 'unproven' } })
    expect(evidence(receipt, 'red-green')).toContain(
      `criterion:c1 depends on files that the change itself brings: ${CHECK}`,
    )
  })

  it('counts beside something independent', async () => {
    const { [CHECK]: _, ...bare } = HELD
    const criteria = [criterion('c1', `holds ${CHECK}`), criterion('c2', 'shows find = right')]
    expect(summary(await proven({ ...RIGHT, [CHECK]: STRICT }, { base: bare, criteria }))).toMatchObject({
      proven: true,
      redGreen: ['criterion:c2'],
    })
  })

  it('is the work where the task names it and the change has no program that it could speak for', async () => {
    const { [CHECK]: _, ...bare } = { ...HELD, ...RIGHT }
    const fields = { base: bare, title: `Write ${CHECK}` }
    expect(summary(await proven({ [CHECK]: STRICT }, fields))).toMatchObject({
      proven: true,
      redGreen: ['criterion:c1'],
    })
    expect(summary(await proven({ 'src/search.js': 'find = wrong\n', [CHECK]: LOOSE }, fields))).toMatchObject({
      proven: false,
      redGreen: [],
    })
  })
})

describe('what a criterion compares with', () => {
  const GOLDEN = 'expected/search.txt'
  const command = `holds ${GOLDEN} src/search.js`
  const files = { ...HELD, [GOLDEN]: 'expect find = right\n' }

  it('is the base’s, so that rewriting it helps nobody', async () => {
    const receipt = await proven({ ...WRONG, [GOLDEN]: 'expect find = wrong\n' }, { command, base: files })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'criterion:c1': 'question' } })
  })

  it('may be brought by the task that is to bring it, together with an independent check', async () => {
    const { [GOLDEN]: _, ...bare } = files
    const fields = { title: `Add search and ${GOLDEN}`, base: bare, command }
    const change = { ...RIGHT, [GOLDEN]: 'expect find = right\n' }
    expect(summary(await proven(change, fields))).toMatchObject({ proven: false, gates: { 'criterion:c1': 'passed' } })
    const criteria = [criterion('c1', command), criterion('c2', 'shows find = right')]
    expect(summary(await proven(change, { ...fields, criteria }))).toMatchObject({ proven: true })
  })

  it('is the work where no program is in it', async () => {
    const read = { ...HELD, 'NOTES.md': 'expect find = right\n', 'src/search.js': 'find = right\n' }
    const shown = { 'NOTES.md': 'now = here\nexpect find = right\n' }
    const receipt = await proven(shown, { command: 'shows now = here NOTES.md', base: read, kind: 'docs' })
    expect(receipt.gates.find(({ gate }) => gate === 'criterion:c1')).not.toHaveProperty('fromBase')
  })
})

describe('a rule that a criterion goes through', () => {
  const files = { ...HELD, Makefile: `check:\n\tholds ${CHECK}\n` }

  it('is the base’s', async () => {
    const change = { ...WRONG, Makefile: 'check:\n\ttrue\n' }
    expect(summary(await proven(change, { command: 'make check', base: files }))).toMatchObject({
      proven: false,
      gates: { 'criterion:c1': 'question' },
    })
  })

  it('leads to the script that it calls', async () => {
    const receipt = await proven({ ...WRONG, [CHECK]: LOOSE }, { command: 'make check', base: files })
    expect(receipt.gates.find(({ gate }) => gate === 'criterion:c1')).toMatchObject({ fromBase: [CHECK] })
  })

  it('may stand beside new ones', async () => {
    const change = { ...RIGHT, Makefile: `${files.Makefile}more:\n\ttrue\n` }
    const receipt = await proven(change, { command: 'make check', base: files })
    expect(summary(receipt)).toMatchObject({ proven: true, redGreen: ['criterion:c1'] })
    expect(receipt.gates.find(({ gate }) => gate === 'criterion:c1')).not.toHaveProperty('fromBase')
  })

  it('is not independent when the change brings it', async () => {
    const made = { ...WRONG, Makefile: 'accept:\n\ttrue\n' }
    expect(summary(await proven(made, { command: 'make accept' }))).toMatchObject({ proven: false, redGreen: [] })
    const scripted = {
      ...WRONG,
      'package.json': manifest({
        name: 'shop',
        scripts: { test: 'vitest run', lint: 'eslint .', accept: 'true' },
      }),
    }
    expect(summary(await proven(scripted, { command: 'npm run accept' }))).toMatchObject({
      proven: false,
      redGreen: [],
    })
  })
})

it('a rule is the work where the task asks for it, and the change is nothing else', async () => {
  const scripts = { test: 'vitest run', lint: 'eslint .', accept: 'shows add = right' }
  const change = { 'package.json': manifest({ name: 'shop', scripts }) }
  const fields = { title: 'Add an `npm run accept` script', command: 'npm run accept' }
  expect(summary(await proven(change, fields))).toMatchObject({ proven: true, redGreen: ['criterion:c1'] })
  expect(summary(await proven({ ...change, ...WRONG }, fields))).toMatchObject({ proven: false, redGreen: [] })
})

it('a program that a criterion runs is what it is about, whoever brings it', async () => {
  const command = 'holds src/cli.js'
  const receipt = await proven({ ...RIGHT, 'src/cli.js': 'expect find = right\n' }, { command })
  expect(summary(receipt)).toMatchObject({ proven: true, redGreen: ['criterion:c1'] })
})

it.each([
  ['scripts/check.mjs', 'checker'],
  ['verify.py', 'checker'],
  ['ci/smoke.sh', 'checker'],
  ['tools/release', 'checker'],
  ['src/cli.js', 'program'],
  ['install.sh', 'program'],
  ['src/checkout.js', 'program'],
  ['tests/golden/a.txt', 'test'],
  ['README.md', 'data'],
  ['data/rates.json', 'data'],
  ['web/Makefile', 'rules'],
])('%s is called a %s', (path, role) => {
  expect(roleOf(path, new Set())).toBe(role)
})
