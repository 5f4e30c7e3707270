import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, start } from '../rig/projects/project.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Lies in its first attempt at the first task, then works; has something to say about it. */
const AGENT = `#!/bin/sh
cat > /dev/null
report() { printf '{"status":"success","summary":"%s","issues":["the form is old"],"risks":["none to speak of"],"review_note":{"summary":"one file","risks":[],"rollback":"remove it"}}' "$1" > "$PM_AGENT_RESULT_FILE"; }
if [ "$PM_AGENT_TASK-$PM_AGENT_ATTEMPT" = 1-1 ]; then report 'all done'; exit 0; fi
echo "made by $PM_AGENT_TASK" > "src/$PM_AGENT_TASK.txt"
report "made file $PM_AGENT_TASK"
`

test('everything that happened can be looked at afterwards, for people and as JSON', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([
      { id: '1', extra: '**Tier**: critical\n' },
      { id: '2', needs: ['1'] },
    ]),
  })
  expect((await project.pm()).stdout).toContain('there is a plan: PLAN.md.\nNext: pm-agent check PLAN.md')
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const agent = `command:sh ${project.root}/agent.sh`
  expect((await project.pm('run', '--agent', agent, '--review', 'never')).code).toBe(3)
  expect((await project.pm('risk', 'accept', '1-r1', '-m', 'fine')).code).toBe(0)
  expect((await project.pm('run')).code).toBe(0)

  const home = await project.pm()
  expect(home.stdout).toContain(
    'Plan "Many files" (PLAN.md): 2 completed.\nNext: look at it (git log --stat pm/many-files), then git merge pm/many-files',
  )

  const why = (await project.pm('why', '1')).stdout.split('\n')
  expect(why[0]).toMatch(/^Task 1 is completed as [0-9a-f]{10}: criterion:c1, criterion:c2 went from red to green\.$/)
  expect(why).toContain('  change failed: The agent said "success", and no file was changed.')

  const shown = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  expect(shown).toMatchObject({
    id: '1',
    state: 'completed',
    outcome: 'proven',
    tier: 'critical',
    retry_count: 1,
    artifacts: ['src/1.txt'],
    outputs: { path: 'src/1.txt' },
    known_risks: [{ description: 'none to speak of', status: 'accepted', source_task: '1' }],
    review_notes: { summary: 'one file', rollback: 'remove it' },
    criteria: [{ verdict: 'PASS' }, { verdict: 'PASS' }],
    claimed: { status: 'success', summary: 'made file 1' },
  })
  expect(shown.decision_log).toHaveLength(2)
  expect(shown.duration_ms).toBeGreaterThan(0)
  expect(shown.history.map((attempt: { proven: boolean }) => attempt.proven)).toEqual([false, true])
  expect((await project.pm('show', '1', '--diff')).stdout).toContain('+made by 1')

  // The first attempt lied; it can be looked at as well as the last one.
  const first = (await project.pm('show', '1', '--attempt', '1')).stdout
  expect(first).toContain('Task 1, attempt 1 of 2: implement by command')
  expect(first).toContain('it said "success": all done\nNot proven: change failed.')
  expect(first).toContain('The agent said "success", and no file was changed.')
  const second = (await project.pm('show', '1', '--attempt', '2')).stdout
  expect(second).toMatch(/Proven: .*\n[\s\S]*criterion:c1 +passed .*\n[\s\S]*\nDiff:\n[\s\S]*\+made by 1/)
  const asJson = JSON.parse((await project.pm('show', '1', '--attempt', '2', '--json')).stdout)
  expect(asJson).toMatchObject({ attempt: 2, proven: true, diff: expect.stringContaining('+made by 1') })
  expect(asJson.receipt.gates.length).toBeGreaterThan(2)
  expect((await project.pm('show', '1', '--attempt', '1', '--diff')).stdout.trim()).toBe('')
  const gone = await project.pm('show', '1', '--attempt', '9')
  expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('its attempts are 1 to 2')])
  expect((await project.pm('show', '1', '--output', 'test')).stdout).toContain('# pass 1')
  const none = await project.pm('show', '1', '--output', 'nonsense')
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('gates with an output: ')])

  expect((await project.pm('show', '2', '--prompt')).stdout).toContain('from_1 (file): src/1.txt')

  const report = JSON.parse((await project.pm('report', '--json')).stdout)
  expect(report).toMatchObject({
    result: '2/2 tasks completed',
    commits: 2,
    files: 2,
    claims: [{ task: '1', attempt: 1, claimed: 'all done' }],
  })
  const text = (await project.pm('report')).stdout.replace(/\n {2,}/g, ' ').replace(/ +/g, ' ')
  expect(text).toContain(
    'False claims: task 1, attempt 1: "all done"; change failed: The agent said "success", and no file was changed.',
  )
  expect(text).toContain('Review: SKIPPED (no reviewer is configured)')

  const log = (await project.pm('log', '--json')).stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(log.map(record => record.version)).toEqual(log.map((_, at) => at + 1))
  expect((await project.pm('log', '2')).stdout).not.toContain('given to command (attempt 2)')
  expect(await project.git('tag', '--list')).toBe('pm/many-files/checkpoint-1')
  expect((await project.status()).tasks).toHaveLength(2)
})

test.each(['bash', 'zsh', 'fish'])('completion for %s names every command', async shell => {
  using project = new Project()
  const { stdout, code } = await project.pm('completion', shell)
  expect(code).toBe(0)
  for (const name of ['run', 'status', 'why', 'report']) expect(stdout).toContain(name)
  if (shell === 'bash')
    expect((await start('bash', ['-n', '-c', stdout], { cwd: project.dir, env: project.env() }).done).stderr).toBe('')
})
