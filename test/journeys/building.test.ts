import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, processesOf } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** A package manager of one line: it takes its time, counts its calls outside and makes node_modules. */
const settings = (root: string) =>
  `commands:\n  setup: 'sleep 0.3; echo called >> ${root}/setups; mkdir node_modules; cp package-lock.json node_modules/installed'\n  test: 'cmp -s package-lock.json node_modules/installed && test ! -e node_modules/evil && for t in tests/*.sh; do sh "$t" || exit 1; done; echo "# tests 1"; echo "# pass 1"'\n`

const linesOf = (project: Project, name: string): readonly string[] =>
  existsSync(join(project.root, name)) ? readFileSync(join(project.root, name), 'utf8').trim().split('\n') : []

/** The honest agent, with something done before its work. */
const agent = (first: string): string => HONEST_AGENT.replace('mkdir -p src tests', `mkdir -p src tests\n${first}`)

async function building(plan: string, more: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await Project.with({
    ...SHELL_PROJECT,
    'package-lock.json': '{}\n',
    '.gitignore': 'node_modules/\n',
    'PLAN.md': plan,
  })
  project.write({ 'pm-agent.yaml': settings(project.root), ...more })
  await project.commit('settings')
  return project
}

const args = (project: Project) => ['run', '--agent', `command:sh ${project.root}/agent.sh`]

test('setup runs once for five tasks, agents find its output, and their changes to it affect no other task', async () => {
  using project = await building(
    shellPlan(['1', '2', '3', '4', '5'].map((id, at, all) => ({ id, needs: at === 0 ? [] : [all[at - 1]!] }))),
  )
  writeFileSync(
    join(project.root, 'agent.sh'),
    agent('test -e node_modules/installed || exit 1; rm node_modules/installed; echo broken > node_modules/evil'),
  )
  const doctor = async () =>
    JSON.parse((await project.pm('doctor', '--json')).stdout).find(
      (finding: { what: string }) => finding.what === 'setup cache',
    ).found
  expect(await doctor()).toMatch(/^miss for HEAD, 0\.0 MB$/)
  const run = await project.pm(...args(project))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(linesOf(project, 'setups')).toHaveLength(1)
  expect(await project.git('ls-tree', '-r', '--name-only', 'pm/many-files')).not.toContain('node_modules')
  expect(await doctor()).toMatch(/^hit for HEAD, 0\.0 MB, setup took 0\.[3-9] s last time$/)

  expect((await project.pm('clean')).stdout).toContain('/cache/')
  expect(await doctor()).toMatch(/^miss for HEAD/)
})

test('setup runs again for a changed lock file, and a tampered cache is rebuilt', async () => {
  using project = await building(
    shellPlan([
      { id: '1', extra: '\n**Allow**: dependencies\n' },
      { id: '2', needs: ['1'] },
    ]),
  )
  const tamper = `if [ $PM_AGENT_TASK = 2 ]; then for f in ${project.root}/state/pm-agent/*/cache/*/made/node_modules; do echo x > "$f/evil"; done; fi`
  writeFileSync(
    join(project.root, 'agent.sh'),
    agent(`if [ $PM_AGENT_TASK = 1 ]; then echo '{"new":1}' > package-lock.json; fi; ${tamper}`),
  )
  const run = await project.pm(...args(project))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(await project.show('pm/many-files', 'package-lock.json')).toBe('{"new":1}\n')
  const calls = linesOf(project, 'setups').length
  // The base, the draft with the new lock file, the new base, and what was tampered with.
  expect(calls).toBeGreaterThanOrEqual(4)
  for (const made of globSync(join(project.root, 'state/pm-agent/*/cache/*/made/node_modules')))
    if (readFileSync(join(made, 'installed'), 'utf8').includes('new')) expect(readdirSync(made)).toEqual(['installed'])
})

test('files to copy reach agents and gates, never a commit, and a missing one stops the run with its name', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  // Not even ignored: it is left out because it was put there.
  project.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}copy: [.env.local]\nenv: { set: { COLOUR: blue } }\n`,
    'tests/env.sh': 'grep -q secret .env.local && test "$COLOUR" = blue\n',
  })
  await project.commit('settings')
  writeFileSync(
    join(project.root, 'agent.sh'),
    agent('grep -q secret .env.local || exit 1; test "$COLOUR" = blue || exit 1; echo more >> .env.local'),
  )
  const missing = await project.pm(...args(project))
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('.env.local, which pm-agent.yaml says to copy, is not in your checkout'),
  ])
  const doctor = await project.pm('doctor')
  expect([doctor.code, doctor.stdout]).toEqual([2, expect.stringMatching(/copy \.env\.local +not in your checkout/)])
  project.write({ '.env.local': 'secret\n' })
  const run = await project.pm(...args(project))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(await project.git('ls-tree', '-r', '--name-only', 'pm/many-files')).not.toContain('.env.local')
  expect(project.read('.env.local')).toBe('secret\n')
})

const withServices = (root: string) => `${SHELL_PROJECT['pm-agent.yaml']}services:
  up: 'echo up $PM_AGENT_PORT_BASE >> ${root}/log; (touch served; exec sleep 1000) &'
  ready: 'test -e served'
  down: 'echo down $PM_AGENT_PORT_BASE >> ${root}/log'
`

test('services run during the commands of each room, each with its own ports, and are stopped at the end', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  project.write({ 'pm-agent.yaml': withServices(project.root), 'tests/served.sh': 'test -e served\n' })
  await project.commit('settings')
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const run = await project.pm(...args(project))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const log = linesOf(project, 'log')
  const ports = (word: string) => log.flatMap(line => (line.startsWith(word) ? [line.split(' ')[1]!] : [])).sort()
  expect(ports('up').length).toBeGreaterThan(1)
  expect(ports('down')).toEqual(ports('up'))
  expect(processesOf(project.root)).toEqual([])
})

test('Ctrl-C stops services too', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }]) })
  project.write({
    'pm-agent.yaml': withServices(project.root),
    'tests/slow.sh': `touch ${project.root}/testing; sleep 1000\n`,
  })
  await project.commit('settings')
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const run = project.start(args(project))
  await expect.poll(() => existsSync(join(project.root, 'testing')), { timeout: 20_000 }).toBe(true)
  run.kill('SIGINT')
  expect((await run.done).code).toBe(130)
  expect(linesOf(project, 'log').map(line => line.split(' ')[0])).toEqual(['up', 'down'])
  expect(processesOf(project.root)).toEqual([])
})
