import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  commitFiles,
  createUserRepository,
  fingerprint,
  gitIn,
  repositoryAt,
  scratch,
  writeFiles,
} from '../../../../test/rig/git.ts'
import {
  branchCommit,
  currentBranch,
  findRepository,
  headCommit,
  identity,
  standing,
  uncommittedChanges,
} from './repository.ts'

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  vi.stubEnv('XDG_CONFIG_HOME', '/nowhere')
  vi.stubEnv('GIT_AUTHOR_NAME', undefined)
  vi.stubEnv('GIT_AUTHOR_EMAIL', undefined)
})
afterEach(() => vi.unstubAllEnvs())

describe('finding the repository', () => {
  it('works from a folder inside', async () => {
    using place = scratch()
    await createUserRepository(place.dir, { 'a/b.txt': 'b' })
    const gitDir = join(place.dir, '.git')
    expect(await findRepository(join(place.dir, 'a'))).toEqual({
      ok: true,
      value: { top: place.dir, gitDir, commonDir: gitDir, objectFormat: 'sha1' },
    })
  })

  it('distinguishes a linked worktree from the shared directory', async () => {
    using place = scratch()
    const main = join(place.dir, 'main')
    await createUserRepository(main, { 'a.txt': 'a' })
    await gitIn(main, 'worktree', 'add', '--quiet', '-b', 'side', '../linked')
    const linked = await repositoryAt(join(place.dir, 'linked'))
    expect(linked.top).toBe(join(place.dir, 'linked'))
    expect(linked.gitDir).toBe(join(main, '.git', 'worktrees', 'linked'))
    expect(linked.commonDir).toBe(join(main, '.git'))
    expect(await currentBranch(linked)).toBe('side')
  })

  it('gives separate reasons for a folder without a repository and one without a worktree', async () => {
    using place = scratch()
    await gitIn(place.dir, 'init', '--quiet', '--bare', 'bare')
    const why = async (name: string) => {
      const found = await findRepository(join(place.dir, name))
      return found.ok ? 'found' : found.error.is
    }
    expect(await why('bare')).toBe('bare-repository')
    expect(await why('.')).toBe('not-a-repository')
    expect(await why('missing')).toBe('unreadable-repository')
    await createUserRepository(join(place.dir, 'user'), {})
    expect(await why('user/.git')).toBe('inside-git-folder')
    await gitIn(place.dir, 'init', '--quiet', 'two\nlines')
    expect(await why('two\nlines')).toBe('newline-in-path')
    await createUserRepository(join(place.dir, 'fine'), { 'two\nlines/a.txt': 'a' })
    expect(await why('fine/two\nlines')).toBe('found')
  })

  it('quotes git about a repository that git does not support', async () => {
    using place = scratch()
    await createUserRepository(place.dir, {})
    await gitIn(place.dir, 'config', 'core.repositoryFormatVersion', '1')
    await gitIn(place.dir, 'config', 'extensions.future', 'true')
    const found = await findRepository(place.dir)
    expect(found).toEqual({
      ok: false,
      error: { is: 'unreadable-repository', detail: expect.stringMatching(/^unknown repository extension.* future$/) },
    })
  })
})

describe('facts about the repository', () => {
  it('has no HEAD commit before the first one', async () => {
    using place = scratch()
    const repository = await createUserRepository(place.dir, {})
    expect(await headCommit(repository)).toBeNull()
    expect(await currentBranch(repository)).toBe('main')
    const first = await commitFiles(place.dir, { 'a.txt': 'a' })
    expect(await headCommit(repository)).toBe(first)
    expect(await branchCommit(repository, 'main')).toBe(first)
    expect(await branchCommit(repository, 'other')).toBeNull()
  })

  it('has no branch on a detached HEAD', async () => {
    using place = scratch()
    const repository = await createUserRepository(place.dir, { 'a.txt': 'a' })
    await gitIn(place.dir, 'checkout', '--quiet', '--detach')
    expect(await currentBranch(repository)).toBeNull()
  })

  it('takes the user’s name from the user’s configuration', async () => {
    using place = scratch()
    const repository = await createUserRepository(place.dir, {})
    expect(await identity(repository)).toEqual({ name: 'pm-agent', email: 'pm-agent@localhost' })
    const global = join(place.dir, 'global')
    writeFileSync(global, '[user]\n\tname = Ada Lovelace\n\temail = ada@example.com\n')
    vi.stubEnv('GIT_CONFIG_GLOBAL', global)
    expect(await identity(repository)).toEqual({ name: 'Ada Lovelace', email: 'ada@example.com' })
    await gitIn(place.dir, 'config', 'user.email', 'ada@work.example')
    expect(await identity(repository)).toEqual({ name: 'Ada Lovelace', email: 'ada@work.example' })
    await gitIn(place.dir, 'config', 'user.name', ' <> ')
    expect((await identity(repository)).name).toBe('pm-agent')
  })
})

it('gives the user’s name even where git reports dubious ownership', async () => {
  using place = scratch()
  const repository = await createUserRepository(place.dir, {})
  await gitIn(place.dir, 'config', 'user.name', 'Grace')
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
  expect((await identity(repository)).name).toBe('Grace')
})

describe('uncommitted changes', () => {
  it('are listed without touching the index or starting a program', async () => {
    using place = scratch()
    const repository = await createUserRepository(place.dir, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
    expect(await uncommittedChanges(repository)).toEqual([])
    const marker = join(place.dir, '.git', 'marker')
    writeFiles(place.dir, { '.git/info/attributes': '* filter=evil\n' })
    for (const key of ['filter.evil.clean', 'filter.evil.process', 'core.fsmonitor']) {
      await gitIn(place.dir, 'config', key, `touch '${marker}'; cat`)
    }
    writeFiles(place.dir, { 'a.txt': 'changed', 'b.txt': 'b', 'two\nlines': 'new' })
    unlinkSync(join(place.dir, 'c.txt'))
    const before = fingerprint(place.dir)
    expect((await uncommittedChanges(repository)).toSorted()).toEqual(['a.txt', 'c.txt', 'two\nlines'])
    expect(fingerprint(place.dir)).toEqual(before)
  })

  it('leave out files that the user ignores globally', async () => {
    using place = scratch()
    const repository = await createUserRepository(place.dir, { 'a.txt': 'a' })
    writeFiles(place.dir, { 'notes.local': 'mine', '.git/everywhere': '*.local\n' })
    expect(await uncommittedChanges(repository)).toEqual(['notes.local'])
    writeFiles(place.dir, { '.git/global': `[core]\n\texcludesFile = ${join(place.dir, '.git', 'everywhere')}\n` })
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(place.dir, '.git', 'global'))
    expect(await uncommittedChanges(repository)).toEqual([])
    expect(await standing(repository, join(place.dir, 'notes.local'))).toBe('ignored')
  })
})

describe('the state of a path', () => {
  it('is tracked, untracked, ignored or outside', async () => {
    using place = scratch()
    const top = join(place.dir, 'user')
    const repository = await createUserRepository(top, { '.gitignore': 'plans/\n', 'docs/PLAN.md': '# plan' })
    writeFiles(top, { 'new [a].md': 'new', 'plans/mine.md': 'mine' })
    expect(await standing(repository, join(top, 'docs/PLAN.md'))).toBe('tracked')
    expect(await standing(repository, join(top, 'new [a].md'))).toBe('untracked')
    expect(await standing(repository, join(top, ':(top)x.md'))).toBe('untracked')
    expect(await standing(repository, join(top, 'not-there.md'))).toBe('untracked')
    expect(await standing(repository, join(top, 'plans/mine.md'))).toBe('ignored')
    expect(await standing(repository, join(top, 'plans/not-there.md'))).toBe('ignored')
    expect(await standing(repository, join(place.dir, 'elsewhere.md'))).toBe('outside')
    expect(await standing(repository, join(top, '..user.md'))).toBe('untracked')
    expect(await standing(repository, join(top, '.git', 'config'))).toBe('outside')
  })

  it('is that of the file a link leads to', async () => {
    using place = scratch()
    const top = join(place.dir, 'user')
    const repository = await createUserRepository(top, { 'docs/PLAN.md': '# plan' })
    mkdirSync(join(place.dir, 'elsewhere'))
    symlinkSync('docs', join(top, 'link'))
    symlinkSync(join(place.dir, 'elsewhere'), join(top, 'out'))
    symlinkSync(top, join(place.dir, 'alias'))
    expect(await standing(repository, join(top, 'link', 'PLAN.md'))).toBe('tracked')
    expect(await standing(repository, join(top, 'out', 'PLAN.md'))).toBe('outside')
    expect(await standing(repository, join(place.dir, 'alias', 'docs', 'PLAN.md'))).toBe('tracked')
  })
})
