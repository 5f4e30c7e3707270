import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  commitFiles,
  createUserRepository,
  createWorld,
  fingerprint,
  gitIn,
  type World,
  writeFiles,
} from '../../../../test/rig/git.ts'
import type { Commit } from '../../../core/plan/ids.ts'
import { OWN_IDENTITY } from '../git.ts'
import { findPublishRefusal } from './publish.ts'

/** A commit on top of the user's HEAD, as a landing makes it. */
async function land(world: World, text: string, parent?: Commit): Promise<Commit> {
  const { vault } = world
  const onto = parent ?? (await vault.importHead())
  const from = onto === null ? await vault.emptyTree() : await vault.treeOf(onto)
  const tree = await vault.edit(from, [{ path: 'done.txt', text }])
  return vault.commit({ tree, parent: onto, message: text, identity: OWN_IDENTITY, at: 1_700_000_000_000 })
}

/** Allowed additions: objects, our branch with its reflog, our tags, and the vault, which is in the same directory. */
const OURS = /^\.git\/(objects\/|refs\/heads\/pm\/|refs\/tags\/pm\/|logs\/refs\/heads\/pm\/|pm-agent\/)/

const withoutOurs = (prints: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(prints).filter(([name]) => !OURS.test(name)))

describe('publishing', () => {
  it('creates the branch and moves it forward', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await land(world, 'one')
    expect(await world.vault.publish('pm/plan', first)).toBeNull()
    expect(await gitIn(world.user.top, 'show', 'pm/plan:done.txt')).toBe('one')
    const second = await land(world, 'two', first)
    expect(await world.vault.publish('pm/plan', second)).toBeNull()
    expect(await world.vault.publish('pm/plan', second)).toBeNull()
    expect(await gitIn(world.user.top, 'rev-parse', 'pm/plan')).toBe(second)
    await gitIn(world.user.top, 'fsck', '--full', '--strict')
  })

  it('survives a user who removes unreachable objects all the time', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const isDone = new AbortController()
    const collecting = (async () => {
      while (!isDone.signal.aborted) await gitIn(world.user.top, 'gc', '--quiet', '--prune=now').catch(() => {})
    })()
    let tip: Commit | undefined
    for (let nth = 0; nth < 12; nth++) {
      tip = await land(world, `text ${nth}`, tip)
      expect(await world.vault.publish('pm/plan', tip)).toBeNull()
    }
    isDone.abort()
    await collecting
    await gitIn(world.user.top, 'fsck', '--full', '--strict')
    expect(await gitIn(world.user.top, 'for-each-ref', '--format=%(refname)')).toBe(
      'refs/heads/main\nrefs/heads/pm/plan',
    )
  })

  it('works in a repository without commits', async () => {
    using world = await createWorld({})
    const first = await land(world, 'one')
    expect(await world.vault.publish('pm/plan', first)).toBeNull()
    expect(await gitIn(world.user.top, 'rev-parse', 'pm/plan')).toBe(first)
  })

  it('adds the tags of the branch that do not exist yet', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vault, user } = world
    const first = await land(world, 'one')
    const second = await land(world, 'two', first)
    const elsewhere = await land(world, 'elsewhere')
    await vault.tag('pm/plan/checkpoint-1', first)
    await vault.tag('pm/plan/checkpoint-2', second)
    await vault.tag('pm/other/checkpoint-1', elsewhere)
    await gitIn(user.top, 'tag', 'pm/plan/checkpoint-2', 'HEAD')
    const users = await gitIn(user.top, 'rev-parse', 'HEAD')
    expect(await vault.publish('pm/plan', second)).toBeNull()
    expect(await gitIn(user.top, 'rev-parse', 'pm/plan/checkpoint-1')).toBe(first)
    expect(await gitIn(user.top, 'rev-parse', 'pm/plan/checkpoint-2')).toBe(users)
    expect(await gitIn(user.top, 'tag', '--list', 'pm/other/*')).toBe('')
  })

  it('leaves everything else in the repository byte for byte as it was, and starts no program', async () => {
    using world = await createWorld({ 'a.txt': 'a', '.gitattributes': '* filter=evil ident\n' })
    const { top } = world.user
    const marker = join(world.dir, 'marker')
    const evil = `touch '${marker}'; cat`
    await gitIn(top, 'tag', 'v1')
    writeFiles(top, { 'a.txt': 'stashed' })
    await gitIn(top, 'stash', '--quiet')
    writeFiles(top, { 'staged.txt': 'staged' })
    await gitIn(top, 'add', 'staged.txt')
    writeFiles(top, { 'a.txt': 'dirty\r\n', 'untracked.txt': 'mine' })
    const hooks = ['reference-transaction', 'post-update', 'pre-receive', 'update', 'post-index-change', 'pre-auto-gc']
    for (const hook of [...hooks, 'post-checkout', 'post-merge', 'pre-push', 'proc-receive']) {
      mkdirSync(join(top, '.git', 'hooks'), { recursive: true })
      writeFileSync(join(top, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
    }
    const settings = {
      'core.hooksPath': join(top, '.git', 'hooks'),
      'core.fsmonitor': evil,
      'core.alternateRefsCommand': evil,
      'core.sshCommand': evil,
      'filter.evil.clean': evil,
      'filter.evil.smudge': evil,
      'filter.evil.required': 'true',
      'uploadpack.packObjectsHook': evil,
      'diff.external': evil,
      'fetch.writeCommitGraph': 'true',
      'fetch.prune': 'true',
      'fetch.recurseSubmodules': 'true',
      'gc.auto': '1',
      'credential.helper': `!${evil}`,
    }
    for (const [key, value] of Object.entries(settings)) writeFiles(top, { '.git/config': added(top, key, value) })
    await createUserRepository(join(world.dir, 'lender'), { 'lent.txt': 'x' })
    writeFiles(top, { '.git/objects/info/alternates': `${join(world.dir, 'lender', '.git', 'objects')}\n` })
    const before = fingerprint(top)
    const first = await land(world, 'one')
    await world.vault.tag('pm/plan/checkpoint-1', first)
    expect(await world.vault.publish('pm/plan', first)).toBeNull()
    expect(await world.vault.publish('pm/plan', await land(world, 'two', first))).toBeNull()
    expect(existsSync(marker)).toBe(false)
    const after = fingerprint(top)
    expect(withoutOurs(after)).toEqual(withoutOurs(before))
    for (const name of Object.keys(before)) expect(after[name]).toBe(before[name])
    expect(existsSync(join(top, '.git', 'FETCH_HEAD'))).toBe(false)
  })

  it('refuses while the branch is checked out in any worktree', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await land(world, 'one')
    await world.vault.publish('pm/plan', first)
    await gitIn(world.user.top, 'worktree', 'add', '--quiet', '../with space', 'pm/plan')
    const second = await land(world, 'two', first)
    const refused = await world.vault.publish('pm/plan', second)
    expect(refused?.reason).toBe('checked-out')
    expect(refused?.detail).toContain(`git -C '${join(world.dir, 'with space')}' pull --ff-only`)
    expect(await world.vault.publish('pm/plan', first)).toBeNull()
    await gitIn(world.user.top, 'worktree', 'remove', '../with space')
    expect(await world.vault.publish('pm/plan', second)).toBeNull()
  })

  it('says what to do about a worktree that no longer exists', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await land(world, 'one')
    await world.vault.publish('pm/plan', first)
    await gitIn(world.user.top, 'worktree', 'add', '--quiet', '../gone', 'pm/plan')
    rmSync(join(world.dir, 'gone'), { recursive: true })
    const second = await land(world, 'two', first)
    expect((await world.vault.publish('pm/plan', second))?.detail).toContain(
      'which no longer exists: git worktree prune',
    )
    await gitIn(world.user.top, 'worktree', 'prune')
    expect(await world.vault.publish('pm/plan', second)).toBeNull()
  })

  it('refuses while the user rebases the branch', async () => {
    using world = await createWorld({ 'done.txt': 'base' })
    const first = await land(world, 'one')
    await world.vault.publish('pm/plan', first)
    await commitFiles(world.user.top, { 'done.txt': 'conflict' })
    await expect(gitIn(world.user.top, 'rebase', '--quiet', 'main', 'pm/plan')).rejects.toThrow()
    const refused = await world.vault.publish('pm/plan', await land(world, 'two', first))
    expect(refused?.reason).toBe('checked-out')
    expect(refused?.detail).toContain('is being rebased')
  })

  it('refuses to create the user’s current branch before its first commit', async () => {
    using world = await createWorld({})
    await gitIn(world.user.top, 'symbolic-ref', 'HEAD', 'refs/heads/pm/plan')
    expect((await world.vault.publish('pm/plan', await land(world, 'one')))?.reason).toBe('checked-out')
  })

  it('refuses after the user moved the branch', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await land(world, 'one')
    await world.vault.publish('pm/plan', first)
    const users = await commitFiles(world.user.top, { 'b.txt': 'mine' })
    await gitIn(world.user.top, 'branch', '--quiet', '--force', 'pm/plan', users)
    const refused = await world.vault.publish('pm/plan', await land(world, 'two', first))
    expect(refused?.reason).toBe('moved')
    expect(refused?.detail).toContain(users.slice(0, 12))
    expect(await gitIn(world.user.top, 'rev-parse', 'pm/plan')).toBe(users)
  })

  it('refuses a branch that is a symbolic ref', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const main = await gitIn(world.user.top, 'rev-parse', 'main')
    await gitIn(world.user.top, 'symbolic-ref', 'refs/heads/pm/plan', 'refs/heads/main')
    expect((await world.vault.publish('pm/plan', await land(world, 'one')))?.reason).toBe('moved')
    expect(await gitIn(world.user.top, 'rev-parse', 'main')).toBe(main)
  })

  it('reports that a branch cannot be written', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    await gitIn(world.user.top, 'branch', 'pm')
    const refused = await world.vault.publish('pm/plan', await land(world, 'one'))
    expect(refused?.reason).toBe('not-writable')
    expect(refused?.detail).toContain('refs/heads/pm')
  })

  it('reports that the repository no longer exists', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await land(world, 'one')
    rmSync(join(world.user.commonDir, 'refs'), { recursive: true })
    expect((await world.vault.publish('pm/plan', first))?.reason).toBe('not-writable')
  })

  it.skipIf(process.getuid?.() === 0)('reports that the repository is read-only', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await land(world, 'one')
    chmodSync(join(world.user.commonDir, 'objects'), 0o500)
    const refused = await world.vault.publish('pm/plan', first)
    chmodSync(join(world.user.commonDir, 'objects'), 0o700)
    expect(refused?.reason).toBe('not-writable')
  })
})

/** The configuration file with one more setting, written without git so that no setting can act meanwhile. */
function added(top: string, key: string, value: string): string {
  const [section, ...rest] = key.split('.')
  const name = rest.pop()
  const heading = rest.length === 0 ? `[${section}]` : `[${section} "${rest.join('.')}"]`
  return `${readFileSync(join(top, '.git', 'config'), 'utf8')}${heading}\n\t${name} = "${value}"\n`
}

describe('checking whether publishing would succeed', () => {
  it('gives the same answer as publishing, and writes nothing', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { user: userRepo, vaultDir } = world
    const tip = await land(world, 'one')
    const look = (branch: string) => findPublishRefusal({ vaultDir, userRepo, branch, tip })
    await gitIn(userRepo.top, 'switch', '--quiet', '--create', 'pm/here')
    await gitIn(userRepo.top, 'branch', 'pm/theirs', 'HEAD')
    await commitFiles(userRepo.top, { 'b.txt': 'b' })
    await gitIn(userRepo.top, 'branch', '--force', 'pm/theirs', 'HEAD')
    const before = fingerprint(userRepo.top)
    expect(await look('pm/new')).toBeNull()
    expect(await look('pm/theirs')).toMatchObject({ reason: 'moved' })
    expect(await look('pm/here')).toMatchObject({ reason: 'moved' })
    expect(fingerprint(userRepo.top)).toEqual(before)
    expect(await world.vault.publish('pm/theirs', tip)).toEqual(await look('pm/theirs'))
  })
})
