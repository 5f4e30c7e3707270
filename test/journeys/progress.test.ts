import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Task 1 takes its time, task 2 warns of something, task 3 is blocked. */
const AGENT = `
if [ "$PM_AGENT_TASK" = 1 ]; then sleep 2; fi
if [ "$PM_AGENT_TASK" = 3 ]; then
  cat > /dev/null
  echo '{"status":"blocked","summary":"the key of the payment provider is nowhere in the repository"}' > "$PM_AGENT_RESULT_FILE"
  exit 0
fi
${HONEST_AGENT.replace('"summary":"made"', '"summary":"made","risks":["slow on large files, because every line is read twice before anything is shown"]')}`

test('progress is told by the clock while an agent works, after a critical task, and on request at 80 columns', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}progress_report_time_interval_min: 0.005\n`,
    'PLAN.md': shellPlan([
      { id: '1', extra: '**Tier**: critical\n' },
      { id: '2' },
      { id: '3' },
      { id: '4', needs: ['3'] },
    ]),
  })
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const run = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`, '--review', 'never')
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(run.stdout).toContain('PROGRESS — Many files\nCompleted: 0/4 tasks\nIn progress: 1 (implementing)')
  expect(run.stdout).toMatch(/completed as [^\n]*\nPROGRESS — Many files\nCompleted: 1\/4 tasks/)

  const { stdout } = await project.start(['progress'], { env: { COLUMNS: '80' } }).done
  expect(stdout).toMatchInlineSnapshot(`
    "PROGRESS — Many files
    Completed: 2/4 tasks
    In progress: none
    Blocked: 2
      3: The agent for task 3 (Make file 3) says that it is blocked: the key of the
         payment provider is nowhere in the repository
      4: waits for task 3, which a human must decide
    Unresolved risks: 2
      1-r1 (critical): slow on large files, because every line is read twice before
        anything is shown
      2-r1 (normal): slow on large files, because every line is read twice before
        anything is shown
    Estimated remaining: 2 normal
    "
  `)
  expect(stdout.split('\n').every(line => line.length <= 80)).toBe(true)
  expect(JSON.parse((await project.pm('progress', '--json')).stdout)).toMatchObject({
    completed: 2,
    total: 4,
    blocked: [{ task: '3' }, { task: '4' }],
    estimated_remaining: { critical: 0, normal: 2, low: 0 },
  })
})
