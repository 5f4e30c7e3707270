import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asOther, canBeOther, giveTo } from '../rig/other-user.ts'
import {
  adviceIn,
  agentFor,
  BRANCH,
  expectRefused,
  expectWorks,
  ODD_FILES,
  oddProject,
  runPlan,
} from '../rig/projects/odd.ts'
import { Project, start } from '../rig/projects/project.ts'

/** A clone of the project, with a second commit behind it, beside it. */
async function cloneOf(project: Project, ...options: readonly string[]): Promise<string> {
  project.write({ 'src/base.txt': 'base again\n' })
  await project.commit('second')
  await project.git('config', 'uploadpack.allowFilter', 'true')
  await project.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  await project.git('clone', '--quiet', ...options, `file://${project.dir}`, '../clone')
  const clone = join(project.root, 'clone')
  // Completing a clone would tidy it up in the background, while we look whether it is touched.
  await project.git('-C', clone, 'config', 'maintenance.auto', 'false')
  return clone
}

const shell = (project: Project, cwd: string, command: readonly string[]) =>
  start('sh', command, { cwd, env: project.env() }).done

describe('an incomplete clone', () => {
  test('shallow: it works', async () => {
    using project = await oddProject()
    const cwd = await cloneOf(project, '--depth=1')
    await expectWorks(project, { cwd, users: [cwd] })
    await project.git('-C', cwd, 'fsck', '--full', '--strict')
  })

  test('partial: it works with the files of its commit, and fetches nothing', async () => {
    using project = await oddProject()
    const cwd = await cloneOf(project, '--filter=blob:none')
    const missing = () => project.git('-C', cwd, 'rev-list', '--all', '--objects', '--missing=print')
    const before = (await missing()).match(/^\?.*/gm)
    expect(before).toHaveLength(1)
    await expectWorks(project, { cwd, users: [cwd] })
    expect((await missing()).match(/^\?.*/gm)).toEqual(before)
  })

  test('partial without the files of its commit: refused, with the command that completes it', async () => {
    using project = await oddProject()
    const cwd = await cloneOf(project, '--filter=blob:none', '--sparse')
    // The rest is known by name and lies elsewhere.
    const refused = await runPlan(project, { cwd })
    expectRefused(refused, 'this partial clone does not contain all files of the commit to start from')
    const completed = await shell(project, cwd, adviceIn(refused.stderr, 'complete it: '))
    expect(completed.code, completed.stderr).toBe(0)
    await expectWorks(project, { cwd, users: [cwd] })
  })

  test('damaged: refused, with what cannot be read', async () => {
    using project = await oddProject()
    const id = await project.git('rev-parse', 'HEAD:src/base.txt')
    const head = await project.git('rev-parse', 'HEAD')
    const take = (object: string) => rmSync(join(project.dir, '.git/objects', object.slice(0, 2), object.slice(2)))
    take(id)
    expectRefused(await runPlan(project), 'does not contain all objects of the commit', id, 'git fsck --full')
    take(head)
    expectRefused(await runPlan(project), 'does not contain all objects of the commit', `${head} cannot be read`)
  })
})

describe('an unusual repository', () => {
  test('bare: refused; in a worktree of it, it works', async () => {
    using project = await oddProject()
    await project.git('clone', '--quiet', '--bare', '.', '../bare.git')
    const bare = join(project.root, 'bare.git')
    expectRefused(await runPlan(project, { cwd: bare }), 'is a bare repository', 'a clone or a worktree of it')
    await project.git('-C', bare, 'worktree', 'add', '--quiet', '../clone', 'main')
    const cwd = join(project.root, 'clone')
    await expectWorks(project, { cwd, users: [bare, cwd] })
  })

  test('with SHA-256 and a main branch called trunk: it works', async () => {
    using project = new Project(ODD_FILES)
    await project.git('init', '--quiet', '--object-format=sha256', '--initial-branch=trunk')
    await project.git('config', 'user.name', 'Ada')
    await project.git('config', 'user.email', 'ada@example.org')
    await project.commit('begin')
    await expectWorks(project)
    expect(await project.git('rev-parse', BRANCH)).toHaveLength(64)
  })

  test('with objects borrowed from another one: it works', async () => {
    using project = await oddProject()
    await project.git('clone', '--quiet', '--shared', '.', '../clone')
    const cwd = join(project.root, 'clone')
    await expectWorks(project, { cwd, users: [cwd, project.dir] })
  })

  test('with replaced objects and grafts: it works on what is really there', async () => {
    using project = await oddProject()
    project.write({ 'src/base.txt': 'base replaced\n' })
    await project.commit('second')
    project.write({ 'src/base.txt': 'base at last\n' })
    await project.commit('third')
    const [third, second, first] = (await project.git('log', '--format=%H')).split('\n')
    const spare = await project.git('commit-tree', '-m', 'spare', '-p', first!, 'HEAD~1^{tree}')
    await project.git('replace', third!, spare)
    mkdirSync(join(project.dir, '.git/info'), { recursive: true })
    writeFileSync(join(project.dir, '.git/info/grafts'), `${third}\n`)
    await expectWorks(project)
    const real = (...args: readonly string[]) =>
      project.gitWith({ GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: '/dev/null' }, ...args)
    expect(await real('log', '--format=%H', `${BRANCH}~2`)).toBe([third, second, first].join('\n'))
    expect(await real('show', `${BRANCH}:src/base.txt`)).toBe('base at last')
  })

  test('that this git does not support: refused, with git’s message', async () => {
    using project = await oddProject()
    appendFileSync(join(project.dir, '.git/config'), '[core]\nrepositoryFormatVersion = 1\n[extensions]\nfuture = 1\n')
    expectRefused(await runPlan(project), 'unknown repository extension found: future', 'a newer git')
  })

  test('seen from inside its git folder: refused', async () => {
    using project = await oddProject()
    expectRefused(await runPlan(project, { cwd: join(project.dir, '.git') }), 'is inside a git folder', 'work tree')
  })

  test('in a folder with a line break in its name: refused', async () => {
    using project = new Project()
    const cwd = join(project.root, 'two\nlines')
    await project.git('init', '--quiet', cwd)
    expectRefused(await runPlan(project, { cwd }), 'contains a line break', 'rename the folder')
  })

  test('in a folder with spaces, quotes and an emoji in its name: it works', async () => {
    using project = await oddProject()
    await project.git('clone', '--quiet', '.', `../it's "my" 🎉 $HOME`)
    const cwd = join(project.root, `it's "my" 🎉 $HOME`)
    await expectWorks(project, { cwd, users: [cwd] })
  })
})

describe('an obstructive repository', () => {
  test('with hooks that fail everything and filters that must not run: it works, and starts none of them', async () => {
    using project = await oddProject({ '.gitattributes': '*.txt filter=evil\n' })
    const marker = join(project.root, 'marker')
    const evil = `touch '${marker}'; exit 1`
    const names = 'post-checkout post-index-change pre-auto-gc reference-transaction update post-update pre-receive'
    for (const name of names.split(' '))
      writeFileSync(join(project.dir, '.git/hooks', name), `#!/bin/sh\n${evil}\n`, { mode: 0o755 })
    const config = `[filter "evil"]\n\tclean = "${evil}"\n\tsmudge = "${evil}"\n\trequired = true\n[core]\n\tfsmonitor = "${evil}"\n`
    appendFileSync(join(project.dir, '.git/config'), config)
    await expectWorks(project)
    expect(spawnSync('ls', [marker]).status).not.toBe(0)
  })

  test('that belongs to somebody else: it works, in the name that is set there', async () => {
    using project = await oddProject()
    giveTo(project.dir)
    await expectWorks(project, { env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } })
    expect(await project.git('-c', 'safe.directory=*', 'log', '-1', '--format=%an', BRANCH)).toBe('Ada')
  })

  test.skipIf(!canBeOther)('that is read-only: refused', async () => {
    using project = await oddProject()
    const refs = join(project.dir, '.git/refs')
    const args = ['run', '--agent', agentFor(project)]
    giveTo(project.root)
    const run = () => asOther(args, { cwd: project.dir, env: project.env() })
    chmodSync(refs, 0o500)
    expectRefused(await run(), `${refs} cannot be written`, 'make it writable')
    rmSync(join(project.dir, '.git/pm-agent'), { recursive: true })
    chmodSync(join(project.dir, '.git'), 0o500)
    expectRefused(await run(), 'cannot write here', '.git/pm-agent')
    chmodSync(join(project.dir, '.git'), 0o700)
    chmodSync(refs, 0o700)
  })

  test('with settings of one worktree only: it works, by the settings of the worktree it is run in', async () => {
    using project = await oddProject()
    await project.git('config', 'extensions.worktreeConfig', 'true')
    await project.git('worktree', 'add', '--quiet', '-b', 'side', '../side')
    const cwd = join(project.root, 'side')
    await project.git('-C', cwd, 'config', '--worktree', 'user.name', 'Wanda')
    await project.git('-C', cwd, 'sparse-checkout', 'set', 'src')
    await expectWorks(project, { cwd, users: [project.dir, cwd] })
    expect(await project.git('log', '-1', '--format=%an', BRANCH)).toBe('Wanda')
    expect(readFileSync(join(cwd, 'PLAN.md'), 'utf8')).toBe(ODD_FILES['PLAN.md'])
    expect(await project.git('ls-tree', '--name-only', BRANCH, 'tests/')).toBe('tests/1.sh\ntests/base.sh')
  })
})
