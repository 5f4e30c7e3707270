import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Moment } from '../rig/core/at-a-moment.ts'
import { Project, processesOf } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }])

test('files that a killed run left in a workspace are kept before the workspace is deleted', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(
    join(project.root, 'agent.sh'),
    'cat > /dev/null; echo precious > src/half.txt; echo written; exec sleep 1000\n',
  )
  const run = project.start(['run', '--agent', `command:sh ${project.root}/agent.sh`, '--json'])
  await run.printed('agent-launched')
  const shown = async () => JSON.parse((await project.pm('show', '1', '--json')).stdout)
  const dir = join(project.root, 'state')
  await expect
    .poll(async () => (await project.gitIn(dir, 'grep', '--no-index', '-l', 'precious')).includes('half.txt'), {
      timeout: 20_000,
    })
    .toBe(true)
  const busy = await project.pm('clean')
  expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining(`is under way, by process ${run.pid}`)])
  run.kill('SIGKILL')
  await run.done

  const dry = await project.pm('clean', '--dry-run')
  expect(dry.stdout).toContain('Would remove')
  expect((await project.pm('clean')).stdout).toContain('Removed')
  expect(await project.gitIn(dir, 'grep', '--no-index', '-l', 'precious')).toBe('')
  const { id } = (await project.status()).run
  const vault = join(project.dir, '.git', 'pm-agent', 'vault.git')
  expect(await project.gitIn(vault, 'show', `refs/pm-agent/${id}/1/1:src/half.txt`)).toBe('precious')

  // The run goes on: its lost attempt is recovered although the workspace is gone.
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const again = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(again.code, again.stdout).toBe(0)
  expect((await shown()).history.map((attempt: { ending: { is: string } }) => attempt.ending.is)).toEqual([
    'lost',
    'exited',
  ])
})

test.each([
  ['clean', []],
  ['clean --run', ['--run', 'many-files']],
  ['the uninstall', ['--all']],
])('after a killed run %s leaves no process of it, and nothing of the user changed', async (_, flags) => {
  using moment = await Moment.prepare()
  const run = await moment.start()
  const refused = await moment.user.pm('clean', ...flags)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`is under way, by process ${run.pid}`)])
  expect((await moment.user.pm('clean', '--dry-run', ...flags)).code).toBe(2)
  run.kill('SIGKILL')
  await run.done
  const wouldRemove = await moment.user.pm('clean', '--dry-run', ...flags)
  expect(wouldRemove.stdout).toContain('Would remove')
  // Looking changes nothing: the agent that was left behind works on, and its files lie there.
  expect(processesOf(moment.user.root)).not.toEqual([])
  expect(moment.halves()).toHaveLength(1)

  const removed = await moment.user.pm('clean', ...flags)
  expect(removed.code, removed.stderr).toBe(0)
  const named = (text: string) => text.split('\n').filter(line => line.startsWith('  '))
  expect(named(removed.stdout)).toEqual(named(wouldRemove.stdout))
  expect(processesOf(moment.user.root)).toEqual([])
  if (flags.includes('--all')) {
    moment.letGo()
    expect((await moment.user.pm(...moment.args)).code).toBe(0)
    expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
  } else await moment.expectGoesOn()
})

test('uninstalling leaves only the branch, and is refused while the branch is unpublished', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  await project.git('checkout', '--quiet', '-b', 'pm/many-files')
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  expect((await project.pm(...args)).code).toBe(3)
  const refused = await project.pm('clean', '--all')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('the vault holds the only copy of pm/many-files'),
  ])
  expect(refused.stderr).toContain('git fetch')

  await project.git('checkout', '--quiet', 'main')
  expect((await project.pm(...args)).code).toBe(0)
  expect((await project.status()).run.published).toBe(true)
  expect((await project.pm('clean', '--all')).code).toBe(0)
  expect(existsSync(join(project.dir, '.git', 'pm-agent'))).toBe(false)
  expect(await project.gitIn(join(project.root, 'state', 'pm-agent'), 'ls-files', '--others')).toBe('')
  expect(await project.show('pm/many-files', 'src/1.txt')).toContain('made by 1')
})
