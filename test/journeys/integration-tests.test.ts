import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
})
