import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** It warns of something, and writes no review note. */
const AGENT = HONEST_AGENT.replace('"summary":"made"', '"summary":"made","risks":["slow on large files"]')

test('risks that agents name are listed, accepted or mitigated from another process, and part of the state', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1', extra: '**Tier**: critical\n' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const run = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`, '--review', 'never')
  // The release waits for a decision about a risk of a critical task.
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect((await project.pm('risk')).stdout).toBe(`1 risk, 1 open
  1-r1  critical  open       slow on large files

pm-agent risk accept ID -m "why" | risk mitigate ID -m "what was done"
`)
  const question = await project.pm('approve', 'release', '--option', '1')
  expect(question.stderr).toContain('1. accept the risk, with a reason: pm-agent risk accept 1-r1 -m "…"')
  expect((await project.pm('risk', 'accept', '1-r1')).stderr).toContain('A decision about a risk needs a reason')
  expect((await project.pm('risk', 'accept', '1-r7', '-m', 'x')).stderr).toContain('There is no risk 1-r7')
  expect((await project.pm('risk', 'forget', '1-r1')).stderr).toContain('is no decision about a risk')
  expect((await project.pm('risk', 'accept', '1-r1', '-m', 'files are small')).stdout).toBe('Risk 1-r1 is accepted.\n')
  expect((await project.pm('risk', 'accept', '1-r1', '-m', 'again')).stderr).toContain('is accepted already')
  expect((await project.pm('risk')).stdout).toContain('1 risk, 0 open')

  const { run: whole, tasks } = JSON.parse((await project.pm('status', '--json')).stdout)
  expect(whole).toMatchObject({
    plan_id: 'many-files',
    unresolved_risks: [],
    checkpoint_tags: ['pm/many-files/checkpoint-1'],
  })
  expect(whole.baseline_sha).toBe(await project.git('rev-parse', 'main'))
  expect(whole.current_sha).toBe(await project.git('rev-parse', 'pm/many-files'))
  const [task] = tasks
  expect(task).toMatchObject({
    task_id: '1',
    status: 'completed',
    ownership: 'src, tests',
    review_tier: 'critical',
    review_result: 'passed',
    review_notes: { made_by: 'facts', risks: ['slow on large files'] },
    known_risks: [{ id: '1-r1', status: 'accepted', decision_note: 'files are small' }],
    commit_sha: whole.current_sha,
  })
  expect(task.duration_ms).toBeGreaterThan(0)
  const shown = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  for (const field of Object.keys(task)) expect(shown, field).toHaveProperty(field)
  expect((await project.pm('why', '1')).stdout).toContain('accepted risk 1-r1 (slow on large files): files are small')
})
