import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Project, processesOf, type Status } from '../rig/projects/project.ts'

const FILES = {
  'package.json': JSON.stringify({ type: 'module', private: true, scripts: { test: 'node --test' } }),
  'pm-agent.yaml': 'limits: { attempt_minutes: 0.05, relaunches: 1, output_mb: 20 }\n',
  'src/greet.js': 'export const greet = name => `hello ${name}`\n',
  'test/greet.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greet } from '../src/greet.js'
test('greeting is polite', () => assert.equal(greet('x'), 'hello x'))
`,
  'PLAN.md': `# Sums

### [ ] TODO 1: Add sum

**Steps**:
- [ ] Write src/sum.js with a test

**Acceptance Criteria**:
- [ ] File exists: \`src/sum.js\`
`,
}

interface Told {
  readonly task: Status['tasks'][number]
  readonly problem: string
  readonly code: number | null
  readonly why: string
  readonly left: readonly string[]
}

async function runWith(agent: string): Promise<Told> {
  using project = await Project.with(FILES)
  const program = fileURLToPath(new URL(`../agents/${agent}.js`, import.meta.url))
  const { code } = await project.pm('run', '--agent', `command:${process.execPath} ${program}`)
  const status = await project.status()
  const why = (await project.pm('why', '1')).stdout
  return {
    task: status.tasks[0]!,
    problem: status.escalations[0]?.problem ?? '',
    code,
    why,
    left: processesOf(project.root),
  }
}

test('an agent that does nothing is sent back, and in the end a human is asked', async () => {
  const told = await runWith('does-nothing')
  expect([told.code, told.task.state, told.task.attempts]).toEqual([3, 'escalated', 3])
  expect(told.problem).toContain('keep submitting files that were already refused: change failed: No file was changed.')
  expect(told.left).toEqual([])
})

test('an agent that only claims success is not believed', async () => {
  const told = await runWith('only-says-so')
  expect([told.code, told.task.state]).toEqual([3, 'escalated'])
  expect(told.problem).toContain('The agent said "success", and no file was changed.')
  expect(told.left).toEqual([])
})

test('an agent that breaks a test does not land its good work', async () => {
  const told = await runWith('breaks-a-test')
  expect([told.code, told.task.state, told.task.commit]).toEqual([3, 'escalated', null])
  expect(told.problem).toContain('test failed: test/greet.test.js > greeting is polite fails')
  expect(told.task.gates.find(gate => gate.gate === 'test')!.evidence).toContain('greeting is polite')
  expect(told.left).toEqual([])
})

test('good work counts although its agent exits with one', async () => {
  const told = await runWith('exits-one-after-good-work')
  expect([told.code, told.task.state, told.task.outcome]).toEqual([0, 'completed', 'proven'])
  expect(told.why).toContain('it exited with code 1; it said "success"; 2 changed files')
  expect(told.left).toEqual([])
})

test('an agent that never exits is stopped, launched once more, and given to a human', async () => {
  const told = await runWith('never-exits')
  expect([told.code, told.task.state, told.task.attempts]).toEqual([3, 'escalated', 2])
  expect(told.problem).toContain('failed 2 times: it was still running after 3 seconds and was stopped')
  expect(told.left).toEqual([])
})

test('an agent that leaves children behind loses them, and its good work counts', async () => {
  const told = await runWith('leaves-children')
  expect([told.code, told.task.state, told.task.outcome]).toEqual([0, 'completed', 'proven'])
  expect(told.left).toEqual([])
})

test('an agent that prints without end is stopped at the limit', async () => {
  const told = await runWith('prints-500-mb')
  expect([told.code, told.task.state]).toEqual([3, 'escalated'])
  expect(told.problem).toContain('it printed more than 20 MB and was stopped')
  expect(told.left).toEqual([])
})

test('an incomplete JSON report is reported as such, and the work is still judged', async () => {
  const told = await runWith('writes-half-a-json')
  expect([told.code, told.task.state, told.task.outcome]).toEqual([0, 'completed', 'proven'])
  expect(told.why).toContain('its result file was unreadable')
  expect(told.left).toEqual([])
})
