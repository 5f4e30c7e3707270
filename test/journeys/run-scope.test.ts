import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

// 1 --> 2 --> 3      4
const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3', needs: ['2'] }, { id: '4' }])

async function project(): Promise<{ made: Project; args: readonly string[] }> {
  const made = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(made.root, 'agent.sh'), HONEST_AGENT)
  return { made, args: ['run', '--agent', `command:sh ${made.root}/agent.sh`] }
}

const states = async (made: Project) => (await made.status()).tasks.map(task => task.state)

test('a run can be taken in parts: until the base is measured, until a task, only some tasks, then the rest', async () => {
  const { made, args } = await project()
  using user = made
  expect((await user.pm(...args, '--until', 'execute')).code).toBe(0)
  expect(await states(user)).toEqual(['ready', 'waiting', 'waiting', 'ready'])
  expect((await user.pm(...args, '--parallel', '1', '--until', '2')).code).toBe(0)
  expect(await states(user)).toEqual(['completed', 'completed', 'ready', 'ready'])
  expect((await user.pm(...args, '--only', '4')).code).toBe(0)
  expect(await states(user)).toEqual(['completed', 'completed', 'ready', 'completed'])
  expect((await user.pm(...args)).code).toBe(0)
  expect((await user.status()).run.phase).toBe('done')
})

test('a resumed run knows its agent: pm-agent run alone is enough, as every hint says', async () => {
  const { made, args } = await project()
  using user = made
  expect((await user.pm(...args, '--until', 'execute')).code).toBe(0)
  const rest = await user.pm('run')
  expect(rest.code, rest.stderr).toBe(0)
  expect((await user.status()).run.phase).toBe('done')
})

test('a dry run says what would happen and starts nothing', async () => {
  const { made, args } = await project()
  using user = made
  const dry = await user.pm(...args, '--dry-run')
  expect(dry.code).toBe(0)
  expect(dry.stdout).toContain('DRY RUN: Many files, 4 of 4 tasks, branch pm/many-files')
  expect(dry.stdout).toContain('  2  Make file 2  (normal, command, 45 min at most)  after 1')
  expect(dry.stdout).toContain('Nothing in it waits for you unless something fails.')
  expect((await user.pm('status')).stderr).toContain('nothing has been run in this repository yet')
  expect(await user.git('branch', '--list', 'pm/*')).toBe('')
  const json = JSON.parse((await user.pm(...args, '--dry-run', '--json', '--only', '1,4')).stdout)
  expect(json.tasks.map((task: { id: string }) => task.id)).toEqual(['1', '4'])
})

test('a task that names more files than its limit is reported', async () => {
  using user = await Project.with({
    'pm-agent.yaml': 'patch_size_limit_files: 1\n',
    'PLAN.md': shellPlan([{ id: '1', extra: '\n**Files**: `a.txt`, `b.txt`\n' }]),
  })
  const dry = await user.pm('run', '--agent', 'command:true', '--dry-run')
  expect(dry.stdout).toContain('note: task 1 names 2 files, more than patch_files (1): better split it')
})

test('a run that prints lines reports its progress as often as configured', async () => {
  const { made, args } = await project()
  using user = made
  user.write({ 'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}progress_report_task_interval: 2\n` })
  await user.commit('settings')
  const run = await user.pm(...args, '--parallel', '1')
  expect(run.stdout.match(/^Completed: .*$/gm)).toEqual(['Completed: 2/4 tasks', 'Completed: 4/4 tasks'])
  expect(run.stdout).toContain('PROGRESS — Many files')
})

test.each([
  ['--only', '9', '--only: there is no task 9'],
  ['--until', 'friday', '--until: there is no task friday'],
  ['--parallel', 'many', '--parallel many is not a number of agents'],
])('%s %s is refused by name', async (flag, value, words) => {
  const { made, args } = await project()
  using user = made
  const refused = await user.pm(...args, flag, value)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(words)])
})

test('quick mode trusts the agents, marks results as unverified, and stops at the first failure', async () => {
  const { made, args } = await project()
  using user = made
  const lying = HONEST_AGENT.replace('mkdir -p src tests', 'mkdir -p src tests; [ "$PM_AGENT_TASK" = 2 ] && exit 1')
  writeFileSync(join(user.root, 'agent.sh'), lying)
  // The suite would fail: nobody looks.
  user.write({ 'tests/base.sh': 'exit 1\n' })
  await user.commit('a broken suite')
  const run = await user.pm(...args, '--quick', '--parallel', '1')
  expect(run.code).toBe(3)
  expect(run.stdout).toContain('quick mode does not try again')
  expect((await user.status()).tasks.map(task => [task.state, task.outcome])).toEqual([
    ['completed', 'unverified'],
    ['escalated', null],
    ['blocked', null],
    ['ready', null],
  ])
  expect((await user.pm('why', '1')).stdout).toContain('the agent says so; nothing was checked')
  expect((await user.pm('status')).stdout).toContain('completed (unverified)')
  const report = (await user.pm('report')).stdout
  expect(report).toContain('ORCHESTRATION HALTED\n')
  expect(report).toContain(
    'PLAN: PLAN.md\nMODE: Local (quick)\n\nRESULT: 1/4 TODOs completed (1 unverified)\nCOMMITS: 1 commits created\nFILES: 2 files modified\n\nISSUES:\n  None\n',
  )
  expect(run.stdout).toContain(report.trimEnd())
})
