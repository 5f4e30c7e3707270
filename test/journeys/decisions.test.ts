import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const FILES = {
  ...SHELL_PROJECT,
  'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 0 }\n`,
  'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }]),
}

/** Thinks little of its first task, which is well done, and breaks a test with its second. */
const AGENT = `${HONEST_AGENT}
if [ "$PM_AGENT_TASK" = 1 ]; then
  echo '{"status":"failed","summary":"the file may be too short"}' > "$PM_AGENT_RESULT_FILE"
else
  echo changed > src/base.txt
fi
`

test('an approval keeps a task proven, a waiver does not, and both are named on every surface', async () => {
  using project = await Project.with(FILES)
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const run = () => project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)

  const first = await run()
  expect(first.code, first.stderr).toBe(3)
  expect(first.stdout).toContain('report question: The agent says "failed", and no check failed.')
  const wrong = await project.pm('waive', '1', '-m', 'fine')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('pm-agent approve 1 says that it is wanted') })
  expect((await project.pm('approve', '1', '-m', 'long enough')).stdout).toContain('Task 1 is approved')

  const second = await run()
  expect(second.code, second.stdout + second.stderr).toBe(3)
  expect((await project.status()).tasks.map(task => [task.state, task.outcome])).toEqual([
    ['completed', 'proven'],
    ['escalated', null],
  ])
  const approve = await project.pm('approve', '2')
  expect(approve).toMatchObject({ code: 2, stderr: expect.stringContaining('pm-agent waive 2 -m') })
  expect((await project.pm('waive', '2', '-m', 'nobody reads it')).stdout).toContain('Task 2 is waived')

  const third = await run()
  expect(third.code, third.stdout + third.stderr).toBe(0)
  expect((await project.pm('status')).stdout).toMatch(
    /completed \(proven, approved by Ada \(weak: .*\)\) .*\n.*completed \(waived by Ada \(weak: .*\)\) /,
  )
  expect((await project.pm('show', '1')).stdout).toMatch(/^ {2}report +question: .*\(approved by Ada \(weak: .*\)\)$/m)
  const report = (await project.pm('report')).stdout.replace(/\n {4}/g, ' ')
  expect(report).toMatch(/^ {2}task 1: Ada \(weak: .*\) approved report question: long enough$/m)
  expect(report).toMatch(/^ {2}task 1: The agent says "failed", and no check failed\. the file may be too short$/m)
  expect(report).toMatch(/^ {2}task 2: Ada \(weak: .*\) waived test failed: nobody reads it$/m)
  const trailers = await project.git(
    'log',
    '-2',
    '--format=%(trailers:key=Approved-by)%(trailers:key=Waived-by)',
    // The last commit is the manifest of the release.
    'pm/many-files^',
  )
  expect(trailers.split('\n').filter(Boolean)).toEqual([
    expect.stringMatching(/^Waived-by: \S+/),
    expect.stringMatching(/^Approved-by: \S+/),
  ])
})
