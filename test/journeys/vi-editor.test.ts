import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'
import { VI_CHECKS, VI_PHASES, viAnswers, viWork } from '../rig/projects/vi-editor.ts'

const features = VI_PHASES.flatMap(phase => phase.features)
const hidden = features.filter(feature => feature.hidden !== undefined)
const mistakes = features.filter(({ mistake }) => mistake !== undefined)

for (const form of ['hierarchical', 'flat'] as const)
  test(`a vi editor of 29 tasks is planned from one sentence and built by workers that make mistakes (${form})`, {
    timeout: 400_000,
  }, async () => {
    expect([VI_PHASES.length, features.length]).toEqual([8, 29])
    using user = await Project.with(SHELL_PROJECT)
    const planner = join(user.root, 'planner.yaml')
    const worker = join(user.root, 'worker.yaml')
    writeFileSync(planner, stringify({ planner: { tasks: viAnswers() } }))
    const verifies = [{ report: { status: 'success', summary: 'it holds' } }]
    writeFileSync(worker, stringify({ tasks: viWork(form), default: verifies }))
    user.write({
      'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}agents: { worker: "scripted:${worker}", planner: "scripted:${planner}" }\n`,
    })
    const flat = form === 'flat' ? ['--flat'] : []
    const planned = await user.pm('plan', 'Build a vi editor', ...flat, '--out', 'PLAN.md')
    expect(planned.code, planned.stdout + planned.stderr).toBe(0)
    await user.commit('plan')

    const run = await user.pm('run', 'PLAN.md', '--parallel', '1')
    expect(run.code, run.stdout + run.stderr).toBe(0)
    const { tasks } = JSON.parse((await user.pm('status', '--json')).stdout) as { tasks: readonly TaskLine[] }
    const leaves = tasks.filter(task => !tasks.some(({ parent }) => parent === task.id))
    expect(leaves.filter(({ id }) => !id.endsWith('.a'))).toHaveLength(29)
    expect(tasks.filter(({ state, outcome }) => state !== 'completed' || outcome !== 'proven')).toEqual([])
    // Each mistake was sent back, and none of them landed.
    expect(run.stdout.match(/claimed done and is not/g)).toHaveLength(
      form === 'flat' ? mistakes.length : mistakes.length + hidden.length,
    )
    if (form === 'hierarchical') {
      // The phase as a whole showed what its tasks did not.
      expect(tasks.map(({ id }) => id)).toContain('5.a')
      expect(run.stdout).toMatch(/ 8 +the planner wrote its tasks into/)
      expect((await user.pm('status', '--depth', '1')).stdout).toContain('Buffer Management, 4 of 4')
    }
    // On the branch every check of the plan and every test passes.
    await user.git('checkout', '--quiet', 'pm/vi')
    for (const { command, expect: output } of VI_CHECKS)
      expect(execFileSync('sh', ['-c', command], { cwd: user.dir, encoding: 'utf8' }), command).toBe(output)
    expect(
      execFileSync('sh', ['-c', 'for t in tests/*.sh; do sh "$t" || echo "$t"; done'], { cwd: user.dir }),
    ).toHaveLength(0)
  })

interface TaskLine {
  readonly id: string
  readonly parent: string | null
  readonly state: string
  readonly outcome: string | null
}
