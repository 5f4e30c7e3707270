import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/shell-project.ts'

/** A package manager of one line: it counts its calls outside and makes node_modules. */
const settings = (root: string) =>
  `commands:\n  setup: 'echo called >> ${root}/setups; mkdir node_modules; cp package-lock.json node_modules/installed'\n  test: 'test -e node_modules/installed && for t in tests/*.sh; do sh "$t" || exit 1; done; echo "# tests 1"; echo "# pass 1"'\n`

const calls = (project: Project): number => readFileSync(join(project.root, 'setups'), 'utf8').trim().split('\n').length

test('setup runs once for the whole plan, agents find its result, and what they do to it harms nobody', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'package-lock.json': '{}\n',
    '.gitignore': 'node_modules/\n',
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3', needs: ['2'] }]),
  })
  project.write({ 'pm-agent.yaml': settings(project.root) })
  await project.commit('settings')
  writeFileSync(
    join(project.root, 'agent.sh'),
    HONEST_AGENT.replace(
      'mkdir -p src tests',
      'mkdir -p src tests; test -e node_modules/installed || exit 1; rm node_modules/installed; echo broken > node_modules/evil',
    ),
  )
  const run = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(calls(project)).toBe(1)
  expect(await project.git('ls-tree', '-r', '--name-only', 'pm/many-files')).not.toContain('node_modules')
})

test('files to copy reach agents and gates, never a commit, and a missing one stops the run by name', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    '.gitignore': '.env.local\n',
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  project.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}copy: [.env.local]\nenv: { set: { COLOUR: blue } }\n`,
    'tests/env.sh': 'grep -q secret .env.local && test "$COLOUR" = blue\n',
  })
  await project.commit('settings')
  writeFileSync(
    join(project.root, 'agent.sh'),
    HONEST_AGENT.replace(
      'mkdir -p src tests',
      'mkdir -p src tests; grep -q secret .env.local || exit 1; test "$COLOUR" = blue || exit 1; echo more >> .env.local',
    ),
  )
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  const missing = await project.pm(...args)
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('.env.local, which pm-agent.yaml says to copy, is not in your checkout'),
  ])
  project.write({ '.env.local': 'secret\n' })
  const run = await project.pm(...args)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(await project.git('ls-tree', '-r', '--name-only', 'pm/many-files')).not.toContain('.env.local')
  expect(project.read('.env.local')).toBe('secret\n')
})
