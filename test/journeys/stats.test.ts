import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Its first attempt at task 2 breaks the suite and claims success. */
const AGENT = `case "$PM_AGENT_ATTEMPT" in ''|1) [ "$PM_AGENT_TASK" = 2 ] && echo broken > src/base.txt ;; *) echo base > src/base.txt ;; esac
${HONEST_AGENT}`

test('stats are counted over all runs of the repository', async () => {
  using project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }]) })
  expect((await project.pm('stats')).stderr).toContain('nothing has been run in this repository yet')
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  const run = await project.pm(...args)
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect((await project.pm(...args, '--anew')).code).toBe(0)
  const stats = JSON.parse((await project.pm('stats', '--json')).stdout)
  expect(stats).toMatchObject({
    runs: 2,
    tasks: { total: 4, completed: 4, proven: 4, waived: 0 },
    completed_with_failing_tests: 0,
    fix_rate: { count: 2, of: 2, rate: 1 },
    autonomous_recovery: { count: 2, of: 2, rate: 1 },
    false_claims: { total: 2, by_kind: { test: 2 } },
    tests_not_discovered: { count: 0, of: 4 },
    cost_usd: null,
  })
  const { stdout } = await project.pm('stats')
  expect(stdout).toContain('STATS — 2 runs, 4 tasks, 4 completed (4 proven, 0 waived)\nCompleted with failing tests: 0')
  expect(stdout).toContain('False claims of success: 2\n  test: 2\n')
})
