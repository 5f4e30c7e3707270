import { expect, test } from 'vitest'
import { editingAgent } from '../rig/agents/editing-agent.ts'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

const FILES = {
  ...SHELL_PROJECT,
  'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}  lint: 'if grep -n ugly src/*.txt; then exit 1; fi'
gates:
  short: { command: 'test "$(cat src/*.txt | wc -l)" -lt 6', when: { files: "src/1.*" }, blocking: false }
  other: { command: "false", when: { tier: critical } }
`,
  'PLAN.md': `# Files

### [ ] TODO 1: Make a file

**Layer**: Python integration
**Files**: Create: \`src/1.txt\`; Test: \`tests/1.sh\`

**Acceptance Criteria**:
- [ ] \`grep -c made src/1.txt\` → 1
`,
}

test('gates that refused a draft run first while it is fixed, the rest only once they pass, and every surface lists the gates', async () => {
  using project = await Project.with(FILES)
  const work = (text: string) => ({ 'src/1.txt': `made\n${text}\n`, 'tests/1.sh': 'grep -q made src/1.txt\n' })
  const agent = editingAgent(project, { 1: [work('ugly'), work('still ugly'), work('fine\n1\n2\n3\n4\n5\n6')] })

  const words = 'gates: lint, test, gate:short (does not block); numeric cannot run'
  expect((await project.pm('check')).stdout).toContain(words)
  expect((await project.pm('run', '--dry-run', '--agent', agent)).stdout).toContain(words)
  const [planned] = JSON.parse((await project.pm('check', '--json')).stdout).tasks
  expect(planned.gates).toContainEqual({
    gate: 'numeric',
    blocking: false,
    runs: false,
    reason: 'integration: numeric is assigned, and no command is known: set gates.numeric in pm-agent.yaml',
  })
  expect((await project.pm('doctor')).stdout).toMatch(/gate short +test "\$\(cat src/)

  const run = await project.pm('run', '--agent', agent)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const { history } = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  const verdicts = history.map(({ receipt }: { receipt: { gates: { gate: string; verdict: string }[] } }) =>
    Object.fromEntries(
      ['lint', 'test', 'numeric', 'gate:short', 'criterion:c1'].map(name => [
        name,
        receipt.gates.find(({ gate }) => gate === name)?.verdict,
      ]),
    ),
  )
  expect(verdicts).toEqual([
    { lint: 'failed', test: 'passed', numeric: 'not-run', 'gate:short': 'passed', 'criterion:c1': 'passed' },
    { lint: 'failed', test: 'not-run', numeric: 'not-run', 'gate:short': 'not-run', 'criterion:c1': 'not-run' },
    { lint: 'passed', test: 'passed', numeric: 'not-run', 'gate:short': 'failed', 'criterion:c1': 'passed' },
  ])

  const report = await project.pm('report')
  expect(report.stdout).toContain('Fixes:   1 of 2 fix attempts turned what had failed green (50 %)')
  expect(report.stdout).toContain('task 1: numeric did not run')
  expect(JSON.parse((await project.pm('report', '--json')).stdout).fix_rate).toEqual({
    attempts: 2,
    fixed: 1,
    rate: 0.5,
  })
})

test('a change to CI that the title asks for lands, and is shown and reported as a privileged one', async () => {
  const path = '.github/workflows/test.yml'
  const task = (id: number, title: string) =>
    `### [ ] TODO ${id}: ${title}\n\n**Kind**: chore\n\n**Steps**:\n- [ ] Edit it\n`
  using project = await Project.with({
    ...SHELL_PROJECT,
    [path]: 'on: push\n',
    'package.json': '{}\n',
    'PLAN.md': `# Jobs\n\n${task(1, 'ci: test pull requests, too')}\n${task(2, 'Tidy up')}`,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0 }\n`,
  })
  const edit = [{ [path]: 'on: [push, pull_request]\n' }]
  const agent = editingAgent(project, { 1: edit, 2: [{ [path]: 'on: never\n' }] })
  const run = await project.pm('run', '--agent', agent, '--review', 'never')
  const words = `task to change the configuration of checks: ${path}`
  expect((await project.status()).tasks.map(({ outcome }) => outcome)).toEqual(['proven', null])
  expect((await project.pm('show', '1')).stdout).toContain(words)
  expect((await project.pm('report')).stdout.replace(/\n {4}/g, ' ')).toContain(words)
  expect(run.stdout).toContain('does not permit changing them')
})

test('a required gate that cannot run is reported by check, and is a question before any agent is paid', async () => {
  const plan = FILES['PLAN.md'].replace('**Layer**: Python integration', '**Gates**: unit, numeric')
  using project = await Project.with({ ...FILES, 'PLAN.md': plan })
  const agent = editingAgent(project, { 1: [{ 'src/1.txt': 'made\n', 'tests/1.sh': 'grep -q made src/1.txt\n' }] })

  const checked = await project.pm('check')
  expect(checked.stdout).toContain('WILL WAIT FOR YOU: it names a gate that cannot run (numeric)')
  expect(checked.stdout).toContain('set gates.numeric in pm-agent.yaml, or take it out of Gates')

  const run = await project.pm('run', '--agent', agent)
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(run.stdout).toContain('task 1 will wait for you: the task names the gate numeric')
  const { tasks } = JSON.parse((await project.pm('status', '--json')).stdout)
  expect(tasks[0]).toMatchObject({ state: 'escalated', attempts: 0 })
})
