import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const BRANCH = 'pm/many-files'
const PLAN = shellPlan([{ id: '1', extra: '\n**Tier**: critical\n' }])

async function projectRun(): Promise<Project> {
  const project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const done = await run(project)
  expect(done.code, done.stdout + done.stderr).toBe(0)
  return project
}

const run = (project: Project, ...more: readonly string[]) =>
  project.pm('run', ...more, '--agent', `command:sh ${project.root}/agent.sh`, '--review', 'never')

const refs = async (project: Project) =>
  (await project.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/pm', 'refs/tags/pm')).split('\n')

test('beginning again starts from the last commit, and keeps the earlier branch and its tags under another name', async () => {
  using project = await projectRun()
  const [earlier, main] = [await project.git('rev-parse', BRANCH), await project.git('rev-parse', 'main')]
  expect(await refs(project)).toEqual([BRANCH, `${BRANCH}/checkpoint-1`])
  const again = await run(project, '--anew')
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect(again.stdout).toContain(`the branch of the earlier run is kept as ${BRANCH}-1`)
  expect((await project.status()).run.base).toBe(main)
  expect((await project.status()).tasks.map(task => task.outcome)).toEqual(['proven'])
  expect(await refs(project)).toEqual([BRANCH, `${BRANCH}-1`, `${BRANCH}-1/checkpoint-1`, `${BRANCH}/checkpoint-1`])
  expect(await project.git('rev-parse', `${BRANCH}-1`)).toBe(earlier)
  const [tip, landed, tag] = await Promise.all([
    project.git('rev-parse', BRANCH),
    project.git('rev-parse', `${BRANCH}^`),
    project.git('rev-parse', `tags/${BRANCH}/checkpoint-1`),
  ])
  // The release stands on the task.
  expect(tag).toBe(landed)
  expect(tip).not.toBe(earlier)
  expect(await project.git('merge-base', main, tip)).toBe(main)
})

test('a deleted branch is noticed everywhere, and no merge of it is suggested', async () => {
  using project = await projectRun()
  await project.git('branch', '--quiet', '-D', BRANCH)
  const said = `${BRANCH} was deleted`
  const outputs = await Promise.all([
    project.pm('status'),
    project.pm('show', '1'),
    project.pm('report'),
    project.pm(),
    run(project),
  ])
  for (const { code, stdout } of outputs) {
    expect(code).toBe(0)
    expect(stdout).toContain(said)
    expect(stdout).not.toContain(`git merge ${BRANCH}`)
    expect(stdout).toContain('pm-agent run --anew')
  }
  expect(JSON.parse((await project.pm('status', '--json')).stdout).run).toMatchObject({ branch_standing: 'deleted' })
  const fetch = /get it back: (git fetch .+)/.exec(outputs[0]!.stdout)![1]!
  const brought = await project.shell(project.dir, fetch)
  expect(brought.code, brought.stderr).toBe(0)
  expect((await project.pm('status')).stdout).not.toContain(said)
  // One that was deleted after it was merged is as it should be.
  await project.git('merge', '--quiet', BRANCH)
  await project.git('branch', '--quiet', '-d', BRANCH)
  expect((await project.pm('status')).stdout).not.toContain(said)
})

test('tags of a deleted branch make room for those of the next run', async () => {
  using project = await projectRun()
  await project.git('branch', '--quiet', '-D', BRANCH)
  const again = await run(project, '--anew')
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect(again.stdout).toContain('1 checkpoint tag of the earlier run is removed')
  expect(await refs(project)).toEqual([BRANCH, `${BRANCH}/checkpoint-1`])
  expect(await project.git('rev-parse', `tags/${BRANCH}/checkpoint-1`)).toBe(
    await project.git('rev-parse', `${BRANCH}^`),
  )
})

test('a branch that the user moved is reported, and one that is checked out elsewhere is not renamed', async () => {
  using project = await projectRun()
  await project.git('worktree', 'add', '--quiet', '../linked', BRANCH)
  await project.git('-C', '../linked', 'commit', '--quiet', '--allow-empty', '--message', 'mine')
  expect((await project.pm('status')).stdout).toContain(', and pm-agent had published it at')
  const held = await run(project, '--anew')
  expect([held.code, held.stderr]).toEqual([2, expect.stringContaining(`${BRANCH} is checked out in`)])
  expect((await project.status()).run.phase).toBe('done')
})
