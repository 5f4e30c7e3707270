import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

/** Task 2 does what it was asked for and breaks something that only the integration test looks at. */
const AGENT = `cat > /dev/null
case "$PM_AGENT_TASK" in
  integration.*) echo made > src/2.txt ;;
  *) echo made > "src/$PM_AGENT_TASK.txt"; echo "grep -q made src/$PM_AGENT_TASK.txt" > "tests/$PM_AGENT_TASK.sh"
     [ "$PM_AGENT_TASK" = 2 ] && echo slow >> src/2.txt ;;
esac
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`
const todo = (id: string, words = '') =>
  `### [ ] TODO ${id}: Make ${id}\n\n**Layer**: core\n${words}\n**Acceptance Criteria**:\n- [ ] \`grep -c made src/${id}.txt\` → 1\n\n`
const PLAN = `# Files\n\n${todo('1')}${todo('2', '**Needs**: 1\n')}${todo('3', '**Needs**: 2\n')}## Integration Tests

| Layer | Description | Command | Reference |
|---|---|---|---|
| core | nothing is slow | \`! grep -rq slow src && ls src \\| wc -l\` | 4 ± 0 |
`

test('a failed integration test is located by its landings, and a task for it makes it pass', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN.replace(' 4 ± 0 ', ' - ') })
  writeFileSync(join(user.root, 'agent.sh'), AGENT)
  const run = await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('it fails since task 2 (2 earlier commits tried)')
  expect(run.stdout).toContain('integration.a (ADDED) Fix: integration test core, which fails since task 2')
  expect(run.stdout).toContain('integration test core passed')
  expect(run.stdout).toContain('4 of 4 tasks completed')
  expect(await user.show('pm/files', 'src/2.txt')).toBe('made\n')
})

const looking = (answers: readonly unknown[]) => stringify({ diagnoser: { tasks: { 'integration-core': answers } } })
const FOUND = {
  suspect: 2,
  cause: 'task 2 appends a word',
  place: 'src/2.txt:2',
  evidence: ['tests/2.sh:1'],
  fix: 'leave the word out',
}

test('a diagnoser names the cause of a failed integration test, and its word becomes the text of the task for it', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN.replace(' 4 ± 0 ', ' - ') })
  writeFileSync(join(user.root, 'agent.sh'), AGENT)
  const wrong = { ...FOUND, place: 'src/9.txt:1' }
  writeFileSync(join(user.root, 'looking.yaml'), looking([{ report: wrong }, { report: FOUND }]))
  user.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}agents: { diagnoser: "scripted:${user.root}/looking.yaml" }\n`,
  })
  const run = await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('looks for the cause of the failed integration test core')
  expect(run.stdout).toContain('suspects task 2: task 2 appends a word (src/2.txt:2)')
  const prompt = (await user.pm('show', 'integration.a', '--prompt')).stdout
  expect(prompt).toContain('this is its word, not a proof')
  expect(prompt).toContain('leave the word out')
  const launches = (await user.facts()).filter(({ event }) => event.type === 'diagnosis-ended')
  expect(launches).toHaveLength(2)
})

for (const [what, answer, said] of [
  ['changes a file', { steps: [{ write: { path: 'src/9.txt', text: 'x' } }], report: FOUND }, 'it changed src/9.txt'],
  ['ends without an answer', { steps: [{ exit: { code: 1 } }] }, 'it exited with code 1; it was launched 2 times'],
] as const)
  test(`a diagnoser that ${what} has no say, and the landings that were tried stand alone`, async () => {
    using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN.replace(' 4 ± 0 ', ' - ') })
    writeFileSync(join(user.root, 'agent.sh'), AGENT)
    writeFileSync(join(user.root, 'looking.yaml'), looking([answer]))
    user.write({
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}agents: { diagnoser: "scripted:${user.root}/looking.yaml" }\n`,
    })
    const run = await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(run.stdout).toContain(`found no cause: ${said}`)
    expect(run.stdout).toContain('integration.a (ADDED) Fix: integration test core, which fails since task 2')
    expect((await user.pm('show', 'integration.a', '--prompt')).stdout).not.toContain('leave the word out')
  })

/** The sum is wrong, and the first correction is not near enough. */
const SUMMING = `cat > /dev/null
case "$PM_AGENT_TASK $PM_AGENT_ATTEMPT" in
  integration.*\\ 1) sum=3.2 ;;
  integration.*) sum=3.001 ;;
  *) sum=3.5 ;;
esac
echo "echo '{\\"sum\\": $sum}'" > src/sum.sh
echo '{"status":"success","summary":"done"}' > "$PM_AGENT_RESULT_FILE"
`

test('the values of a failed integration test are a criterion of the task for it, which is proven by them', async () => {
  const row = '| 1 | `sh src/sum.sh > out.json` | `out.json#/sum = 3 ± 0.01` |'
  const task = '### [ ] TODO 1: Sum\n\n**Acceptance Criteria**:\n- [ ] `sh src/sum.sh` → exit 0\n\n'
  const table = `## Integration Tests\n\n| Covers | Command | Reference |\n|---|---|---|\n${row}\n`
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': `# Sums\n\n${task}${table}` })
  writeFileSync(join(user.root, 'agent.sh'), SUMMING)
  const run = await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('→ sum = 3 ± 0.01: sum: 3.2 instead of 3')
  expect(run.stdout).toMatch(/integration\.a +proven: criterion:c1 went from red to green/)
  expect(run.stdout).toContain('integration test i1 passed')
})

test('values outside of their tolerance fail, and after the last round the run waits for a human', async () => {
  const limits = `${SHELL_PROJECT['pm-agent.yaml']}limits: { integrations: 0 }\n`
  using user = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': limits,
    'PLAN.md': PLAN.replace('4 ± 0', '9 ± 1'),
  })
  writeFileSync(join(user.root, 'agent.sh'), AGENT.replace('echo slow', 'true'))
  const run = await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(run.stdout).toContain('the integration test core fails: ')
  expect((await user.pm('log')).stdout).toContain('1 of 1 values differ from their references')
  expect((await user.pm('review')).stdout).toContain(
    'No task waits for you. The run is halted, because the integration test core fails: ',
  )
})
