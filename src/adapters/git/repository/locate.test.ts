import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createUserRepository, gitIn, scratch } from '../../../../test/rig/git.ts'
import { findGitCommonDir } from './locate.ts'

describe('findGitCommonDir', () => {
  it('finds the repository from a folder deep inside', async () => {
    using place = scratch()
    await createUserRepository(place.dir, { 'a/b/c.txt': 'c' })
    expect(findGitCommonDir(join(place.dir, 'a', 'b'))).toBe(join(place.dir, '.git'))
  })

  it('follows a linked worktree to what it shares', async () => {
    using place = scratch()
    const main = join(place.dir, 'main')
    await createUserRepository(main, { 'a.txt': 'a' })
    await gitIn(main, 'worktree', 'add', '--quiet', '../linked')
    expect(findGitCommonDir(join(place.dir, 'linked'))).toBe(join(main, '.git'))
  })

  it('finds the worktree of a bare repository', async () => {
    using place = scratch()
    const main = join(place.dir, 'main')
    await createUserRepository(main, { 'a.txt': 'a' })
    await gitIn(place.dir, 'clone', '--quiet', '--bare', 'main', 'bare')
    await gitIn(join(place.dir, 'bare'), 'worktree', 'add', '--quiet', '../tree', 'main')
    expect(findGitCommonDir(join(place.dir, 'tree'))).toBe(join(place.dir, 'bare'))
  })

  it('skips an empty .git folder, as git does', async () => {
    using place = scratch()
    await createUserRepository(place.dir, { 'a/b.txt': 'b' })
    mkdirSync(join(place.dir, 'a', '.git'))
    expect(findGitCommonDir(join(place.dir, 'a'))).toBe(join(place.dir, '.git'))
  })

  it('finds nothing outside of a repository or behind a pointer to nowhere', () => {
    using place = scratch()
    expect(findGitCommonDir(place.dir)).toBeNull()
    writeFileSync(join(place.dir, '.git'), 'gitdir: /nowhere\n')
    expect(findGitCommonDir(place.dir)).toBeNull()
  })
})
