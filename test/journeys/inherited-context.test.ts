import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const FOLDER = '.dev/specs/files'

function agentFor(project: Project): string {
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  return `command:sh ${project.root}/agent.sh`
}

test('the learnings of an earlier run are kept, extended, and passed to the agents of the next one', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, [`${FOLDER}/PLAN.md`]: shellPlan([{ id: '1' }]) })
  const agent = agentFor(project)
  expect((await project.pm('run', 'files', '--agent', agent)).code).toBe(0)
  await project.git('merge', '--quiet', 'pm/files')
  // The user ticks off what was open, and the plan grows.
  project.write({ [`${FOLDER}/context/issues.md`]: '## 1\n- [x] Looked at by hand\n' })
  const longer = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }]).replace('### [ ] TODO 1', '### [x] TODO 1')
  project.write({ [`${FOLDER}/PLAN.md`]: longer })
  await project.commit('more to do')
  const run = await project.pm('run', 'files', '--agent', agent)
  expect(run.code, run.stdout + run.stderr).toBe(0)

  const context = (name: string) => project.show('pm/files', `${FOLDER}/context/${name}`)
  expect(JSON.parse(await context('outputs.json'))).toEqual({
    'todo-1': { path: 'src/1.txt' },
    'todo-2': { path: 'src/2.txt' },
  })
  expect(await context('learnings.md')).toBe('## 1\n- file 1 is there\n\n## 2\n- file 2 is there\n')
  expect(await context('issues.md')).toBe('## 1\n- [x] Looked at by hand\n')
  const { stdout: prompt } = await project.pm('show', '2', '--prompt')
  expect(prompt).toContain('> - file 1 is there')
  expect(prompt).toContain('> - [x] Looked at by hand')
})

test('a context folder beside an ignored plan is continued in place, and broken outputs are reported', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, '.gitignore': '.dev/\n' })
  project.write({
    [`${FOLDER}/PLAN.md`]: shellPlan([{ id: '1' }]),
    [`${FOLDER}/context/learnings.md`]: '## 0\n- written by hand\n',
    [`${FOLDER}/context/outputs.json`]: '{ broken',
  })
  const run = await project.pm('run', 'files', '--agent', agentFor(project))
  expect(run.code).toBe(0)
  expect(run.stdout).toContain('context/outputs.json cannot be read as outputs of tasks')
  expect(project.read(`${FOLDER}/context/learnings.md`)).toBe('## 0\n- written by hand\n\n## 1\n- file 1 is there\n')
})
