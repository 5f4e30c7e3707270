import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

test('a task whose work is there already is completed as existed, with its evidence, and no agent is given it', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    // All of task 1 is there, a part of task 3, and nothing of task 2.
    'src/1.txt': 'made by hand\n',
    'src/3.txt': 'begun\n',
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3' }]),
  })
  const given = join(project.root, 'given')
  writeFileSync(join(project.root, 'agent.sh'), `echo "$PM_AGENT_TASK" >> ${given}\n${HONEST_AGENT}`)
  const plan = project.read('PLAN.md')

  const audit = async () => {
    const { code, stdout, stderr } = await project.pm('audit', '--json')
    expect(code, stderr).toBe(0)
    const { tasks } = JSON.parse(stdout) as { tasks: { id: string; standing: string }[] }
    return tasks.map(({ id, standing }) => `${id} ${standing}`)
  }
  expect(await audit()).toEqual(['1 EXISTS', '2 MISSING', '3 PARTIAL'])
  expect([project.read('PLAN.md'), existsSync(given)]).toEqual([plan, false])

  const run = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(readFileSync(given, 'utf8').trim().split('\n').sort()).toEqual(['2', '3'])
  const { tasks } = await project.status()
  expect(tasks.map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual([
    ['1', 'existed', 0],
    ['2', 'proven', 1],
    ['3', 'proven', 1],
  ])
  expect((await project.pm('why', '1')).stdout).toContain(
    "Task 1 is completed without an agent: everything it asks for is on the base: c1 (`test -e 'src/1.txt'`), c2 (`grep -c made src/1.txt`) hold, and src/1.txt is there.",
  )

  // Before it is merged the plan branch is audited, afterwards the code of the user, who may have lost something since.
  expect(await audit()).toEqual(['1 EXISTS', '2 EXISTS', '3 EXISTS'])
  await project.git('merge', '--quiet', (await project.status()).run.branch)
  rmSync(join(project.dir, 'src/2.txt'))
  await project.commit('lose a file')
  const lost = await project.pm('audit')
  expect(lost.code, lost.stderr).toBe(3)
  expect(lost.stdout).toMatch(/^PLAN\.md against your last commit, /)
  expect(lost.stdout).toMatch(/ MISSING +2 +Make file 2 +\(marked as done\)/)
})
