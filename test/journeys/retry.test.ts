import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Leaves a file that no gate likes, and says where it worked and on what. */
const STUBBORN = `#!/bin/sh
cat > /dev/null
echo "$PM_AGENT_TASK $PM_AGENT_ATTEMPT session=$PM_AGENT_SESSION files=$(ls src | tr '\\n' ' ')" >> "$LOG"
mkdir -p src tests
echo "attempt $PM_AGENT_ATTEMPT" >> src/half.txt
echo "echo here is a line of the test; false # line-of-the-test" > tests/half.sh
printf '{"status":"success","summary":"done","session_id":"session-%s"}' "$PM_AGENT_TASK" > "$PM_AGENT_RESULT_FILE"
`

const LIMITS = 'limits: { fixes: 0, parallel: 1 }\n'

async function projectWith(tasks: Parameters<typeof shellPlan>[0], agent: string): Promise<Project> {
  const yaml = `${SHELL_PROJECT['pm-agent.yaml']}${LIMITS}env: { pass: [LOG] }\n`
  const project = await Project.with({ ...SHELL_PROJECT, 'pm-agent.yaml': yaml, 'PLAN.md': shellPlan(tasks) })
  writeFileSync(join(project.root, 'agent.sh'), agent)
  return project
}

const runWith = (project: Project, agent = `command:sh ${project.root}/agent.sh`) =>
  project.start(['run', '--agent', agent], { env: { LOG: join(project.root, 'log') } }).done

test('a retried task continues with its files and its session, and begins without them only on request', async () => {
  using project = await projectWith([{ id: '1' }], STUBBORN)
  expect((await runWith(project)).code).toBe(3)
  expect((await project.pm('retry', '1')).stdout).toContain('Task 1 goes back to the queue with its files.')
  expect((await runWith(project)).code).toBe(3)
  const { stdout: goingOn } = await project.pm('show', '1', '--prompt')
  expect(goingOn).toContain('here is a line of the test')

  expect((await project.pm('retry', '1', '--fresh')).stdout).toContain('Task 1 starts again from the plan branch.')
  expect((await runWith(project)).code).toBe(3)
  const { stdout: fresh } = await project.pm('show', '1', '--prompt')
  expect(fresh).not.toContain('line of the test')
  expect(fresh).toContain('none of its files are in your tree')
  expect(fresh).toMatch(/What failed: .*test failed/)

  const log = (await project.shell(project.root, 'cat log')).stdout.split(' \n').filter(Boolean)
  expect(log).toEqual([
    '1 1 session= files=base.txt',
    '1 2 session=session-1 files=base.txt half.txt',
    '1 3 session= files=base.txt',
  ])
}, 120_000)

test('all failed tasks are sent back with one command, which lists them', async () => {
  using project = await projectWith(
    [{ id: '1' }, { id: '2' }, { id: '3' }],
    `#!/bin/sh
[ "$PM_AGENT_TASK" = 3 ] && { cat > /dev/null; echo '{"status":"blocked","summary":"which key?"}' > "$PM_AGENT_RESULT_FILE"; exit; }
${STUBBORN}`,
  )
  expect((await runWith(project)).code).toBe(3)
  expect((await project.pm('retry', '--all')).stdout).toBe(
    [
      'Task 1 goes back to the queue with its files.',
      'Task 2 goes back to the queue with its files.',
      'Task 3 still waits for your decision: pm-agent review 3',
      'pm-agent run continues from there.',
      '',
    ].join('\n'),
  )
  const nothing = await project.pm('retry')
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('no task is named')])
}, 120_000)

test('a missing agent program is one question for the run, which continues once it is installed', async () => {
  using project = await projectWith([{ id: '1' }, { id: '2' }], HONEST_AGENT)
  const program = join(project.root, 'no-such-agent')
  const stuck = await runWith(project, `command:${program}`)
  expect(stuck.code).toBe(3)
  expect(stuck.stdout.match(/^ESCALATION/gm)).toHaveLength(1)
  expect(stuck.stdout).toMatch(
    /Problem: {5}the program of an agent cannot be started: .*no-such-agent: (No such file|not found)/,
  )
  expect(stuck.stdout).toContain('install it or put it on the PATH, and continue with all its tasks: pm-agent run')
  const { tasks } = await project.status()
  expect(tasks.map(({ state }) => state)).toEqual(['escalated', 'ready'])
  expect(tasks[1]!.reason).toContain('cannot be started')

  writeFileSync(program, HONEST_AGENT)
  chmodSync(program, 0o755)
  expect((await runWith(project, `command:${program}`)).code).toBe(0)
  expect((await project.status()).tasks.map(({ outcome }) => outcome)).toEqual(['proven', 'proven'])
}, 120_000)
