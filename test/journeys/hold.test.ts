import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

// 1 (held) --> 2      3
const PLAN = shellPlan([{ id: '1', extra: '**Hold**: yes\n' }, { id: '2', needs: ['1'] }, { id: '3' }])

test('a held task waits on its own branch until it is approved, and is proven again on newer work', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  const waiting = await project.pm(...args)
  expect(waiting.code, waiting.stderr).toBe(3)
  expect(waiting.stdout).toContain('note: task 1 will wait for your approval before landing: the plan holds it')
  expect(waiting.stdout).toContain('Options:     1. let it land: pm-agent approve 1')
  expect((await project.status()).tasks.map(task => task.state)).toEqual(['escalated', 'blocked', 'completed'])
  const held = 'feat/many-files/task-1-make-file-1'
  expect(await project.show(held, 'src/1.txt')).toContain('made by 1')
  expect(await project.show('pm/many-files', 'src/1.txt')).toBe('')

  expect((await project.pm('approve', '3')).stderr).toContain('Task 3 does not wait for an approval')
  expect((await project.pm('approve', '1', '-m', 'looks good')).stdout).toBe(
    'Task 1 is approved and lands as soon as everything else passes. pm-agent run continues from there.\n',
  )
  expect(await project.pm('skip', '1')).toMatchObject({
    code: 2,
    stderr: 'pm-agent: Task 1 has work that waits for pm-agent run.\n  pm-agent run continues with it\n',
  })
  const rest = await project.pm(...args)
  expect(rest.code, rest.stdout + rest.stderr).toBe(0)
  expect(rest.stdout).toContain('merged with what landed since')
  expect(rest.stdout).not.toContain('will wait for your approval')
  expect((await project.status()).tasks.map(task => [task.outcome, task.attempts])).toEqual([
    ['proven', 1],
    ['proven', 1],
    ['proven', 1],
  ])
  expect((await project.pm('why', '1')).stdout).toContain('approved it: looks good')
  const approvals = await project.git('log', '--format=%(trailers:key=Approved-by)', 'pm/many-files')
  expect(approvals.split('\n').filter(Boolean)).toEqual([expect.stringMatching(/^Approved-by: \S+/)])
})
