import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adviceIn } from '../rig/projects/odd.ts'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

// 1 --> 2 --> 3
const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3', needs: ['2'] }])

/** An agent that can do every task but these. */
const exceptFor = (root: string, ...tasks: readonly string[]) => `#!/bin/sh
case "$PM_AGENT_TASK" in ${tasks.join('|')}) cat > /dev/null; exit 0;; esac
exec sh "${root}/honest.sh"
`

test('with no other state left, the boxes on the plan branch say what is done', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'honest.sh'), HONEST_AGENT)
  writeFileSync(join(project.root, 'agent.sh'), exceptFor(project.root, '2'))
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  expect((await project.pm(...args)).code).toBe(3)
  const tip = await project.git('rev-parse', 'pm/many-files')

  rmSync(join(project.dir, '.git', 'pm-agent'), { recursive: true })
  rmSync(join(project.root, 'state'), { recursive: true })
  // A box that only the working copy has ticked was never proven.
  project.write({ 'PLAN.md': project.read('PLAN.md').replace('### [ ] TODO 3', '### [x] TODO 3') })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const again = await project.pm(...args)
  expect(again.stderr).toBe('')
  expect(again.code).toBe(0)
  expect((await project.status()).tasks.map(task => [task.id, task.outcome, task.attempts])).toEqual([
    ['1', 'existed', 0],
    ['2', 'proven', 1],
    ['3', 'proven', 1],
  ])
  // What task 1 left for task 2 was found again, and its commit is still there.
  expect(await project.show('pm/many-files', 'src/2.txt')).toBe('made by 2 from 1=src/1.txt \n')
  expect(await project.git('merge-base', tip, 'pm/many-files')).toBe(tip)
})

test('without its vault a run says so, and continues after the published tasks once the rest of it is put aside', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'honest.sh'), HONEST_AGENT)
  writeFileSync(join(project.root, 'agent.sh'), exceptFor(project.root, '2'))
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  expect((await project.pm(...args)).code).toBe(3)

  rmSync(join(project.dir, '.git/pm-agent/vault.git'), { recursive: true })
  const { code, stderr } = await project.pm(...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining('the vault has lost pm/many-files')])
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  expect((await project.shell(project.dir, adviceIn(stderr, '\n  ')[1]!.split(',')[0]!)).code).toBe(0)
  expect((await project.pm(...args)).code).toBe(0)
  expect((await project.status()).tasks.map(task => [task.id, task.outcome])).toEqual([
    ['1', 'existed'],
    ['2', 'proven'],
    ['3', 'proven'],
  ])
})

test('a plan whose branch was merged has nothing left to do, and a new task in it is picked up from there', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  writeFileSync(join(project.root, 'honest.sh'), HONEST_AGENT)
  const args = ['run', '--agent', `command:sh ${project.root}/honest.sh`]
  expect((await project.pm(...args)).code).toBe(0)
  await project.git('merge', '--quiet', '--ff-only', 'pm/many-files')
  const nothing = await project.pm(...args)
  expect([nothing.code, nothing.stdout.split('\n')[0]]).toEqual([
    0,
    'Nothing to do: every task of this plan has ended.',
  ])

  project.write({
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }]).replace('### [ ] TODO 1', '### [x] TODO 1'),
  })
  await project.commit('one more task')
  expect((await project.pm(...args)).code).toBe(0)
  expect((await project.status()).tasks.map(task => [task.id, task.outcome])).toEqual([
    ['1', 'existed'],
    ['2', 'proven'],
  ])
})

test('a branch that the user has checked out is not moved', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  writeFileSync(join(project.root, 'honest.sh'), HONEST_AGENT)
  await project.git('checkout', '--quiet', '-b', 'pm/many-files')
  const before = await project.git('rev-parse', 'HEAD')
  const run = await project.pm('run', '--agent', `command:sh ${project.root}/honest.sh`)
  expect(run.code).toBe(3)
  expect(run.stdout).toContain('not published')
  expect(await project.git('rev-parse', 'HEAD')).toBe(before)
  expect((await project.status()).run.published).toBe(false)
})
