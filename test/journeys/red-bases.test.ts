import { expect, test } from 'vitest'
import { editingAgent } from '../rig/agents/editing-agent.ts'
import { OPAQUE_PROJECT, refactored } from '../rig/projects/opaque-project.ts'
import { Project } from '../rig/projects/project.ts'

const REFACTOR = `# Colours

### [ ] TODO 1: Make all colours by one function

**Kind**: refactor
**Files**: Modify: \`src/colours.js\`
`

const NO_FIXES = 'limits: { fixes: 0 }\n'

const gatesOf = async (project: Project) =>
  JSON.parse((await project.pm('show', '1', '--json')).stdout).history.at(-1).receipt.gates as readonly {
    readonly gate: string
    readonly verdict: string
    readonly flaky?: readonly { readonly failed: number; readonly runs: number }[]
  }[]

test('a suite that tests colours is green in a room, so a refactoring that breaks it is not proven', async () => {
  using project = await Project.with({ ...OPAQUE_PROJECT, 'pm-agent.yaml': NO_FIXES, 'PLAN.md': REFACTOR })
  const broken = await project.pm('run', '--agent', editingAgent(project, { 1: [refactored(false)] }))
  expect([broken.code, broken.stdout]).toEqual([3, expect.stringContaining('base: test passed')])
  expect(await gatesOf(project)).toContainEqual(expect.objectContaining({ gate: 'test', verdict: 'failed' }))

  using other = await Project.with({ ...OPAQUE_PROJECT, 'pm-agent.yaml': NO_FIXES, 'PLAN.md': REFACTOR })
  const honest = await other.pm('run', '--agent', editingAgent(other, { 1: [refactored(true)] }))
  expect([honest.code, (await other.status()).tasks[0]!.outcome]).toEqual([0, 'proven'])
})

test('an entirely red base is a question that names what rooms lack, and then proves no refactoring', async () => {
  const needy = {
    'test/account.test.js': `export const cases = {
  'the account is known': () => {
    if (!process.env.COLOURS_ACCOUNT) throw new Error('no account')
  },
}
`,
  }
  using project = await Project.with({ ...OPAQUE_PROJECT, ...needy, 'pm-agent.yaml': NO_FIXES, 'PLAN.md': REFACTOR })
  const agent = editingAgent(project, { 1: [refactored(false)] })
  const env = { COLOURS_ACCOUNT: 'ada', NO_COLOR: '' }
  const asked = await project.start(['run', '--agent', agent], { env }).done
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('env: {pass: [COLOURS_ACCOUNT]}')])
  expect((await project.status()).tasks[0]!.attempts).toBe(0)
  const run = await project.start(['doctor', '--run'], { env }).done
  expect([run.code, run.stdout]).toEqual([
    2,
    expect.stringMatching(/run test +does not work in a clean room .*COLOURS_ACCOUNT/),
  ])

  const accepted = await project.start(['run', '--agent', agent, '--accept-baseline'], { env }).done
  expect(accepted.code).toBe(3)
  expect(await gatesOf(project)).toContainEqual(expect.objectContaining({ gate: 'kept', verdict: 'unproven' }))

  project.write({ 'pm-agent.yaml': `${NO_FIXES}env: { pass: [COLOURS_ACCOUNT] }\n` })
  expect((await project.start(['doctor', '--run'], { env }).done).stdout).toMatch(/run test +green/)
})

test('a chain of commands with an occasionally failing test is flaky, and not a false claim', async () => {
  using project = await Project.with({ ...OPAQUE_PROJECT })
  const turns = JSON.stringify(`${project.root}/turns`)
  project.write({
    // The first turn is that of the base, the second that of the draft.
    'test/slots.test.js': `import { appendFileSync, readFileSync } from 'node:fs'

export const cases = {
  'waits for a slot': () => {
    appendFileSync(${turns}, '.')
    if (readFileSync(${turns}, 'utf8').length === 2) throw new Error('no slot was free in time')
  },
}
`,
    'PLAN.md': `# Colours

### [ ] TODO 1: Add a function that underlines

**Files**: Modify: \`src/colours.js\`, Test: \`test/underline.test.js\`

**Acceptance Criteria**:
- [ ] \`node -e "import('./src/colours.js').then(all => console.log(typeof all.underline))"\` → function
`,
  })
  await project.commit('a test of time')
  const work = {
    'src/colours.js': `${OPAQUE_PROJECT['src/colours.js']}
export function underline(text) {
  return enabled ? \`\\u001b[4m\${text}\\u001b[24m\` : text
}
`,
    'test/underline.test.js': `import { equal } from 'node:assert/strict'
import * as colours from '../src/colours.js'

export const cases = {
  'underlines': () => equal(colours.underline('a'), '\\u001b[4ma\\u001b[24m'),
}
`,
  }
  const finished = await project.pm('run', '--agent', editingAgent(project, { 1: [work] }))
  expect([finished.code, finished.stdout]).toEqual([0, expect.stringContaining('0 false claims')])
  const test = (await gatesOf(project)).find(({ gate }) => gate === 'test')
  expect(test).toMatchObject({ verdict: 'passed', evidence: expect.stringContaining('FAILED waits for a slot') })
  expect(test?.flaky).toEqual([expect.objectContaining({ failed: 1, runs: 3 })])
  expect((await project.pm('report')).stdout).toContain('failed in 1 of 3 runs of the same code')
})

test('a test command that checks nothing is uncontrolled on every surface, and proves no refactoring', async () => {
  using project = await Project.with({
    ...OPAQUE_PROJECT,
    'pm-agent.yaml': `${NO_FIXES}commands: { test: "true" }\n`,
    'PLAN.md': REFACTOR,
  })
  expect((await project.pm('check')).stdout).toContain('test (true) is uncontrolled')
  expect((await project.pm('doctor', '--run')).stdout).toMatch(/run test +uncontrolled/)
  const finished = await project.pm('run', '--agent', editingAgent(project, { 1: [refactored(false)] }))
  expect([finished.code, finished.stdout]).toEqual([3, expect.stringContaining('base: test uncontrolled')])
  expect(await gatesOf(project)).toContainEqual(
    expect.objectContaining({ gate: 'control:test', verdict: 'uncontrolled' }),
  )
  expect((await project.pm('show', '1')).stdout).toMatch(/control:test +uncontrolled/)
  expect((await project.pm('status')).stdout).toContain('test is uncontrolled')
  expect((await project.pm('report')).stdout).toContain('test was uncontrolled on the base')
  expect(JSON.parse((await project.pm('status', '--json')).stdout).run.base_checks).toEqual([
    expect.objectContaining({ gate: 'test', verdict: 'uncontrolled' }),
  ])
})
