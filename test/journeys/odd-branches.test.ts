import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { adviceIn, BRANCH, expectRefused, expectWorks, ODD_FILES, oddProject, runPlan } from '../rig/projects/odd.ts'
import { type Finished, Project, start } from '../rig/projects/project.ts'
import { shellPlan } from '../rig/projects/shell-project.ts'

/** Done, but the branch is held somewhere: it is not moved, and the last lines say how to get it. */
async function expectUnpublished(project: Project, finished: Finished, ...words: readonly string[]): Promise<string> {
  expect(finished.code, finished.stdout + finished.stderr).toBe(3)
  expect(finished.stdout).toContain('1 of 1 task completed (1 proven)')
  expect(finished.stdout).toContain('(not in your repository yet)')
  for (const word of words) expect(finished.stdout).toContain(word)
  const { run } = await project.status()
  expect(run.published).toBe(false)
  expect((await project.pm('status')).stdout).toContain(`Not published: ${BRANCH}`)
  return run.head
}

async function expectPublished(project: Project, head: string): Promise<void> {
  const again = await runPlan(project)
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect(again.stdout).toContain(`git merge ${BRANCH}`)
  expect(await project.git('rev-parse', BRANCH)).toBe(head)
  expect((await project.status()).run.published).toBe(true)
}

describe('the position of the user', () => {
  test('on no branch: it works', async () => {
    using project = await oddProject()
    await project.git('switch', '--quiet', '--detach')
    await expectWorks(project)
  })

  test('on a branch before its first commit, called trunk: it works', async () => {
    using project = await Project.with({})
    await project.git('symbolic-ref', 'HEAD', 'refs/heads/trunk')
    const { 'PLAN.md': plan, 'pm-agent.yaml': settings } = ODD_FILES
    project.write({ 'PLAN.md': plan!, 'pm-agent.yaml': settings! })
    await expectWorks(project)
  })

  test('in a sub-folder: it works', async () => {
    using project = await oddProject()
    await expectWorks(project, { cwd: join(project.dir, 'src') })
  })

  test('in a linked worktree: it works from there, and the journal is shared', async () => {
    using project = await oddProject()
    await project.git('worktree', 'add', '--quiet', '-b', 'side', '../linked tree')
    const cwd = join(project.root, 'linked tree')
    project.write({ '../linked tree/src/base.txt': 'base of the side\n' })
    await project.git('-C', cwd, 'commit', '--quiet', '--all', '--message', 'side')
    await expectWorks(project, { cwd, users: [project.dir, cwd] })
    expect(await project.show(BRANCH, 'src/base.txt')).toBe('base of the side\n')
    expect((await project.status()).run.published).toBe(true)
  })
})

describe('the plan branch is checked out', () => {
  test('by the main worktree, from the start: it is not moved until the user switches away', async () => {
    using project = await oddProject()
    await project.git('switch', '--quiet', '--create', BRANCH)
    const before = stateOfFiles(project.dir)
    const at = await project.git('rev-parse', BRANCH)
    const head = await expectUnpublished(project, await runPlan(project), `is checked out in ${project.dir}`)
    expect(stateOfFiles(project.dir)).toEqual(before)
    expect(await project.git('rev-parse', BRANCH)).toBe(at)
    await expectUnpublished(project, await runPlan(project))
    await project.git('switch', '--quiet', 'main')
    await expectPublished(project, head)
  })

  test('by a linked worktree, from the start: it is not moved until that is gone', async () => {
    using project = await oddProject()
    await project.git('worktree', 'add', '--quiet', '-b', BRANCH, '../linked')
    const linked = join(project.root, 'linked')
    const before = [project.dir, linked].map(stateOfFiles)
    const head = await expectUnpublished(project, await runPlan(project), `is checked out in ${linked}`)
    expect([project.dir, linked].map(stateOfFiles)).toEqual(before)
    await project.git('worktree', 'remove', '../linked')
    await expectPublished(project, head)
  })

  test('by a user who switched to it during the run: the final message gives the command that updates it', async () => {
    using project = await oddProject()
    await project.git('branch', BRANCH)
    const at = await project.git('rev-parse', BRANCH)
    const run = await runPlan(project, { agent: `git -C '${project.dir}' switch --quiet ${BRANCH}` })
    const head = await expectUnpublished(project, run, 'switch away there and pm-agent run publishes it')
    expect(await project.git('rev-parse', BRANCH)).toBe(at)
    expect(await project.git('status', '--porcelain')).toBe('')
    const pull = await start('sh', adviceIn(run.stdout, 'or get it with '), { cwd: '/', env: project.env() }).done
    expect(pull.code, pull.stderr).toBe(0)
    expect(project.read('src/1.txt')).toContain('made by 1')
    await expectPublished(project, head)
  })

  test('and the plan goes on meanwhile: a new run starts from what was not published', async () => {
    using project = await oddProject()
    await project.git('worktree', 'add', '--quiet', '-b', BRANCH, '../linked')
    const head = await expectUnpublished(project, await runPlan(project))
    project.write({ 'PLAN.md': shellPlan([{ id: '1' }, { id: '2' }]) })
    await project.git('worktree', 'remove', '../linked')
    const run = await runPlan(project)
    expect(run.stdout).toContain('2 of 2 tasks completed (1 proven, 1 existed)')
    expect(await project.git('merge-base', head, BRANCH)).toBe(head)
  })
})

describe('names that are taken', () => {
  test('a branch called pm: refused, and it works when that is renamed as advised', async () => {
    using project = await oddProject()
    await project.git('branch', 'pm')
    const refused = await runPlan(project)
    expectRefused(refused, 'the branch pm is in the way: git cannot store it together with pm/many-files')
    await start('sh', adviceIn(refused.stderr, 'another name: '), { cwd: project.dir, env: project.env() }).done
    await expectWorks(project)
  })

  test('a branch called pm before its first commit, and one below ours: refused', async () => {
    using project = await Project.with({})
    project.write(ODD_FILES)
    await project.git('symbolic-ref', 'HEAD', 'refs/heads/pm')
    expectRefused(await runPlan(project), 'the branch pm is in the way')
    await project.git('symbolic-ref', 'HEAD', 'refs/heads/main')
    await project.commit('begin')
    await project.git('branch', `${BRANCH}/mine`)
    expectRefused(await runPlan(project), `the branch ${BRANCH}/mine is in the way`, 'Plan-ID')
  })

  test('a tag called as our branch: refused, and it works when that is renamed as advised', async () => {
    using project = await oddProject()
    await project.git('tag', '--annotate', '--message', 'mine', BRANCH)
    const refused = await runPlan(project)
    expectRefused(refused, `there is a tag ${BRANCH}: git merge ${BRANCH} would use it instead of the branch`)
    const advice = adviceIn(refused.stderr, 'another name: ')
    const renamed = await start('sh', advice, { cwd: project.dir, env: project.env() }).done
    expect(renamed.code, renamed.stderr).toBe(0)
    await expectWorks(project)
  })

  test('a symbolic ref: refused, and it works when it is removed as advised', async () => {
    using project = await oddProject()
    await project.git('symbolic-ref', `refs/heads/${BRANCH}`, 'refs/heads/main')
    const refused = await runPlan(project)
    expectRefused(refused, `${BRANCH} is a symbolic ref to main`)
    await start('sh', adviceIn(refused.stderr, 'remove it: '), { cwd: project.dir, env: project.env() }).done
    await expectWorks(project)
  })

  test("somebody else's branch of our name: refused, and it works when it is moved away as advised", async () => {
    using project = await oddProject()
    await project.git('branch', BRANCH, await project.git('commit-tree', '-m', 'theirs', 'HEAD^{tree}'))
    const refused = await runPlan(project)
    expectRefused(refused, `${BRANCH} and your HEAD have diverged`)
    const advice = adviceIn(refused.stderr, 'move the old branch away: ')
    await start('sh', advice, { cwd: project.dir, env: project.env() }).done
    await expectWorks(project)
    expect(await project.git('log', '-1', '--format=%s', `${BRANCH}-old`)).toBe('theirs')
  })

  test("somebody else's tag of a checkpoint's name: it stays, and the plan is carried out", async () => {
    using project = await oddProject({
      'PLAN.md': shellPlan([{ id: '1', extra: '**Tier**: critical\n' }]),
      'pm-agent.yaml': `${ODD_FILES['pm-agent.yaml']}review: never\n`,
    })
    const head = await project.git('rev-parse', 'HEAD')
    await project.git('tag', `${BRANCH}/checkpoint-1`)
    await project.git('tag', 'pm/elsewhere')
    await expectWorks(project)
    expect(await project.git('rev-parse', `${BRANCH}/checkpoint-1`, 'pm/elsewhere')).toBe(`${head}\n${head}`)
  })
})

describe('during the run', () => {
  test('the user commits on main and goes elsewhere: nothing breaks, and the base is not followed', async () => {
    using project = await oddProject()
    const base = await project.git('rev-parse', 'HEAD')
    const steps = [
      `cd '${project.dir}' && echo mine > mine.txt && git add mine.txt && git commit --quiet --message mine`,
      'git switch --quiet --create elsewhere && echo more >> mine.txt && git commit --quiet --all --message more',
    ]
    const run = await runPlan(project, { agent: `(${steps.join('\n')})` })
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(await project.git('log', '--format=%s', 'main', '-1')).toBe('mine')
    expect(await project.git('log', '--format=%s', 'HEAD', '-1')).toBe('more')
    expect(await project.git('status', '--porcelain')).toBe('')
    // One commit of the task, and one of the release.
    expect(await project.git('rev-parse', `${BRANCH}~2`)).toBe(base)
    expect(await project.git('ls-tree', '--name-only', BRANCH, 'mine.txt')).toBe('')
  })

  test('the user deletes the plan branch: it is there again with the next landing', async () => {
    using project = await oddProject()
    await project.git('branch', BRANCH)
    const run = await runPlan(project, { agent: `git -C '${project.dir}' branch --quiet -D ${BRANCH}` })
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(await project.show(BRANCH, 'src/1.txt')).toContain('made by 1')
  })

  test('the user commits on the plan branch: it stays theirs, and is published when it is moved away as advised', async () => {
    using project = await oddProject()
    await project.git('branch', BRANCH)
    const commit = `commit=$(git commit-tree -m theirs -p ${BRANCH} ${BRANCH}^{tree}) && git update-ref refs/heads/${BRANCH} $commit`
    const run = await runPlan(project, { agent: `(cd '${project.dir}' && ${commit})` })
    const head = await expectUnpublished(project, run, 'which is not part of what would be published')
    expect(await project.git('log', '-1', '--format=%s', BRANCH)).toBe('theirs')
    await project.git('branch', '-m', BRANCH, `${BRANCH}-mine`)
    await expectPublished(project, head)
  })
})
