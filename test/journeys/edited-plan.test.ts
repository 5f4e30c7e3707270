import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }, { id: '2' }, { id: '3' }])
const CRITERION_2 = '`grep -c made src/2.txt` → 1'

async function afterTask1(files: Readonly<Record<string, string>> = {}) {
  const made = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN, ...files })
  writeFileSync(join(made.root, 'agent.sh'), HONEST_AGENT)
  expect((await made.pm('check')).stdout).toContain('time: unknown until the first run')
  expect(JSON.parse((await made.pm('check', '--json')).stdout).estimate).toBe(null)
  const first = await made.pm('run', '--agent', `command:sh ${made.root}/agent.sh`, '--parallel', '1', '--until', '1')
  expect(first.code, first.stdout + first.stderr).toBe(0)
  return made
}

test('a plan that was edited between two runs is shown task by task and taken for tasks that have not begun', async () => {
  using user = await afterTask1()
  const four = shellPlan([{ id: '1' }, { id: '2' }, { id: '4', needs: ['1'] }]).replace(
    CRITERION_2,
    '`test -s src/2.txt`',
  )
  user.write({ 'PLAN.md': four })
  const run = await user.pm('run')
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('PLAN.md was edited since this run began, and the run uses its new text:')
  expect(run.stdout).toContain('~ task 2 (Acceptance Criteria changed): Make file 2')
  expect(run.stdout).toContain('+ task 4 (new): Make file 4')
  expect(run.stdout).toContain('- task 3 (removed): Make file 3')
  expect((await user.status()).tasks.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'completed'],
    ['2', 'completed'],
    ['4', 'completed'],
  ])
  expect((await user.pm('show', '2')).stdout).toContain('test -s src/2.txt')
  expect((await user.pm('log')).stdout).toContain('the plan was edited: ')
  // The branch holds the plan as it was carried out, with its ticks.
  expect(await user.show('pm/many-files', 'PLAN.md')).toBe(
    four.replaceAll('### [ ]', '### [x]').replace(/- \[ \] (`|File)/g, '- [x] $1'),
  )
  expect((await user.pm('check')).stdout).toMatch(
    /time: about .* per task, .* in all \(from 3 tasks that landed here\)/,
  )
  const again = await user.pm('run')
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing to do')])
})

test('an edit of a landed task is refused with the difference and the options, and undoing it lets the run continue', async () => {
  using user = await afterTask1()
  user.write({ 'PLAN.md': PLAN.replace('`grep -c made src/1.txt` → 1', '`grep -c made src/1.txt` → 2') })
  const refused = await user.pm('run')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('PLAN.md was edited since this run began: task 1, which already landed')
  expect(refused.stderr).toContain('~ task 1 (Acceptance Criteria changed): Make file 1')
  expect(refused.stderr).toContain('undo the edit of task 1 (the text this run uses: git show pm/many-files:PLAN.md)')
  expect(refused.stderr).toContain('pm-agent run --anew')
  expect(refused.stderr).not.toContain('pm-agent reject')
  expect((await user.status()).tasks.map(({ state }) => state)).toEqual(['completed', 'ready', 'ready'])
  user.write({ 'PLAN.md': PLAN })
  const run = await user.pm('run')
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).not.toContain('was edited')
})

test('changed text of a landed task is refused after the run too: its id would count as done', async () => {
  using user = await afterTask1()
  expect((await user.pm('run')).code).toBe(0)
  user.write({ 'PLAN.md': PLAN.replace('TODO 1: Make file 1', 'TODO 1: Make something else') })
  const refused = await user.pm('run')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('~ task 1 (title changed): Make something else'),
  ])
})

test('our own ticks in a plan kept in place are not an edit, and ticks by others are reported', async () => {
  using user = await afterTask1({ '.gitignore': 'PLAN.md\n' })
  const ticked = user.read('PLAN.md')
  expect(ticked).toContain('### [x] TODO 1')
  user.write({ 'PLAN.md': ticked.replace('### [ ] TODO 3', '### [x] TODO 3') })
  const run = await user.pm('run', '--only', '2')
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).not.toContain('was edited')
  expect(run.stdout).toContain('task 3 is ticked in')
  expect(run.stdout).toContain('it counts as open (to leave it out: pm-agent skip 3)')
})

test('a task that began and has not landed takes its new text once it is rejected, as the refusal says', async () => {
  const held = shellPlan([{ id: '1', extra: '**Hold**: yes\n' }])
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': held })
  writeFileSync(join(user.root, 'agent.sh'), HONEST_AGENT)
  expect((await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)).code).toBe(3)
  user.write({ 'PLAN.md': shellPlan([{ id: '1' }]) })
  const refused = await user.pm('run')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('to let task 1 begin again with its new text: pm-agent reject 1, then pm-agent run')
  expect((await user.pm('reject', '1')).code).toBe(0)
  const run = await user.pm('run')
  expect(run.code, run.stdout + run.stderr).toBe(0)
})
