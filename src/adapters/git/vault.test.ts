import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitFiles, createWorld, fingerprint, gitIn, repositoryAt, scratch } from '../../../test/rig/git.ts'
import { commit } from '../../core/plan/ids.ts'
import type { Identity } from '../../core/run/event.ts'
import { git } from './git.ts'
import { openVault } from './vault.ts'

const ADA: Identity = { name: 'Ada Lovelace', email: 'ada@example.com' }

describe('opening the vault', () => {
  it('creates it once and keeps what is in it', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await world.vault.importHead()
    const again = await openVault({ vaultDir: world.vaultDir, userRepo: world.user })
    expect(await again.readText(await again.treeOf(head!), 'a.txt')).toBe('a')
  })

  it('may happen in several places at once', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const vaultDir = join(world.dir, 'second', 'vault')
    const vaults = await Promise.all(Array.from({ length: 4 }, () => openVault({ vaultDir, userRepo: world.user })))
    const heads = await Promise.all(vaults.map(vault => vault.importHead()))
    expect(new Set(heads).size).toBe(1)
  })

  it('restores its settings after they were changed', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    writeFileSync(join(world.vaultDir, 'info', 'attributes'), '* filter=evil\n')
    writeFileSync(join(world.vaultDir, 'config'), '[core]\n\tbare = false\n[filter "evil"]\n\tsmudge = touch evil\n')
    await openVault({ vaultDir: world.vaultDir, userRepo: world.user })
    expect(readFileSync(join(world.vaultDir, 'info', 'attributes'), 'utf8')).toContain('!filter')
    expect(readFileSync(join(world.vaultDir, 'config'), 'utf8')).not.toContain('evil')
  })

  it('removes locks that a power cut left behind', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = (await world.vault.importHead())!
    const lock = join(world.vaultDir, 'refs', 'heads', 'pm', 'plan.lock')
    await world.vault.moveBranch('pm/plan', null, head)
    writeFileSync(lock, '')
    await openVault({ vaultDir: world.vaultDir, userRepo: world.user })
    expect(existsSync(lock)).toBe(true)
    utimesSync(lock, 0, 0)
    await openVault({ vaultDir: world.vaultDir, userRepo: world.user })
    expect(existsSync(lock)).toBe(false)
  })

  it('uses the hash of the repository', async () => {
    using place = scratch()
    await gitIn(place.dir, 'init', '--quiet', '--object-format=sha256')
    const head = await commitFiles(place.dir, { 'a.txt': 'a' })
    const vault = await openVault({
      vaultDir: join(place.dir, '.git', 'pm-agent'),
      userRepo: await repositoryAt(place.dir),
    })
    expect(await vault.importHead()).toBe(head)
    const edited = await vault.edit(await vault.emptyTree(), [{ path: 'b.txt', text: 'b' }])
    expect(edited).toHaveLength(64)
    expect(await vault.list(edited)).toEqual(['b.txt'])
  })
})

describe('importing', () => {
  it('imports HEAD and branches with their history', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const first = await world.vault.importHead()
    await gitIn(world.user.top, 'checkout', '--quiet', '-b', 'side')
    const second = commit(await commitFiles(world.user.top, { 'b.txt': 'b' }))
    expect(await world.vault.importBranch('side')).toBe(second)
    expect(await world.vault.importBranch('main')).toBe(first)
    expect(await world.vault.importBranch('absent')).toBeNull()
    expect(await world.vault.contains(first!, second)).toBe(true)
    expect(await world.vault.contains(second, first!)).toBe(false)
    expect(await world.vault.contains(commit('1'.repeat(40)), second)).toBe(false)
  })

  it('finds nothing in a repository without commits', async () => {
    using world = await createWorld({})
    expect(await world.vault.importHead()).toBeNull()
  })

  it('takes the HEAD of the linked worktree that the user is in', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    await gitIn(world.user.top, 'worktree', 'add', '--quiet', '--detach', '../linked')
    const linked = join(world.dir, 'linked')
    const head = await commitFiles(linked, { 'only-here.txt': 'x' })
    const vault = await openVault({ vaultDir: world.vaultDir, userRepo: await repositoryAt(linked) })
    expect(await vault.importHead()).toBe(head)
  })

  it.skipIf(process.getuid?.() !== 0)('works where the repository has another owner', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    execFileSync('chown', ['-R', '12345:12345', world.user.top])
    const userRepo = await repositoryAt(world.user.top)
    const vault = await openVault({ vaultDir: world.vaultDir, userRepo })
    const head = await vault.importHead()
    expect(await vault.publish('pm/plan', head!)).toBeNull()
  })

  it('works from a shallow clone', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    await commitFiles(world.user.top, { 'b.txt': 'b' })
    await gitIn(world.dir, 'clone', '--quiet', '--depth=1', `file://${world.user.top}`, 'shallow')
    const userRepo = await repositoryAt(join(world.dir, 'shallow'))
    const vault = await openVault({ vaultDir: join(world.dir, 'other'), userRepo })
    const before = fingerprint(userRepo.top)
    const head = await vault.importHead()
    expect(await vault.list(await vault.treeOf(head!))).toEqual(['a.txt', 'b.txt'])
    const next = await vault.commit({
      tree: await vault.treeOf(head!),
      parent: head,
      message: 'x',
      identity: ADA,
      at: 0,
    })
    expect(await vault.publish('pm/plan', next)).toBeNull()
    const after = fingerprint(userRepo.top)
    expect(after['.git/shallow']).toBe(before['.git/shallow'])
  })

  it('reads the real objects and not the replacements of replace refs', async () => {
    using world = await createWorld({ 'a.txt': 'real' })
    const real = await gitIn(world.user.top, 'rev-parse', 'HEAD')
    const other = await commitFiles(world.user.top, { 'a.txt': 'shown' })
    await gitIn(world.user.top, 'reset', '--quiet', '--hard', real)
    await gitIn(world.user.top, 'replace', real, other)
    const head = await world.vault.importHead()
    expect(await world.vault.readText(await world.vault.treeOf(head!), 'a.txt')).toBe('real')
  })

  it('is not redirected by URL rewriting rules', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await world.vault.importHead()
    await gitIn(world.user.top, 'config', 'url./nowhere/.insteadOf', '/')
    const next = await world.vault.commit({
      tree: await world.vault.treeOf(head!),
      parent: head,
      message: 'x',
      identity: ADA,
      at: 0,
    })
    expect(await world.vault.publish('pm/plan', next)).toBeNull()
  })
})

describe('commits and refs', () => {
  it('give the same id for the same spec', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vault } = world
    const parent = await vault.importHead()
    const spec = {
      tree: await vault.emptyTree(),
      parent,
      message: 'Say “hello”\n\nRefs: task-1\n',
      identity: ADA,
      at: 1_700_000_000_999,
    }
    const id = await vault.commit(spec)
    expect(await vault.commit(spec)).toBe(id)
    expect(await vault.commit({ ...spec, at: spec.at + 1000 })).not.toBe(id)
    const text = (await git({ gitDir: world.vaultDir, args: ['cat-file', 'commit', id] })).toString()
    expect(text).toContain(`parent ${parent}`)
    expect(text).toContain('author Ada Lovelace <ada@example.com> 1700000000 +0000')
    expect(text).toContain('committer Ada Lovelace <ada@example.com> 1700000000 +0000')
    expect(text.endsWith('\n\nSay “hello”\n\nRefs: task-1\n')).toBe(true)
  })

  it('move a branch only from where it is', async () => {
    using world = await createWorld({})
    const { vault } = world
    const tree = await vault.emptyTree()
    const first = await vault.commit({ tree, parent: null, message: 'first', identity: ADA, at: 0 })
    const second = await vault.commit({ tree, parent: first, message: 'second', identity: ADA, at: 0 })
    expect(await vault.tip('pm/plan')).toBeNull()
    expect(await vault.moveBranch('pm/plan', first, second)).toBe('stale')
    expect(await vault.moveBranch('pm/plan', null, first)).toBe('moved')
    expect(await vault.moveBranch('pm/plan', null, first)).toBe('moved')
    expect(await vault.moveBranch('pm/plan', null, second)).toBe('stale')
    expect(await vault.moveBranch('pm/plan', second, commit('1'.repeat(40)))).toBe('stale')
    expect(await vault.tip('pm/plan')).toBe(first)
    expect(await vault.moveBranch('pm/plan', first, second)).toBe('moved')
    expect(await vault.tip('pm/plan')).toBe(second)
    await expect(vault.moveBranch('pm/plan', second, commit('1'.repeat(40)))).rejects.toThrow(/update-ref/)
  })

  it('move a branch for only one of many concurrent callers', async () => {
    using world = await createWorld({})
    const { vault } = world
    const tree = await vault.emptyTree()
    const make = (message: string) => vault.commit({ tree, parent: null, message, identity: ADA, at: 0 })
    const start = await make('start')
    await vault.moveBranch('pm/plan', null, start)
    const ends = await Promise.all(['a', 'b', 'c', 'd'].map(make))
    const results = await Promise.allSettled(ends.map(end => vault.moveBranch('pm/plan', start, end)))
    const moved = results.filter(result => result.status === 'fulfilled' && result.value === 'moved')
    expect(moved).toHaveLength(1)
    expect(ends).toContain(await vault.tip('pm/plan'))
  })

  it('tag idempotently', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await world.vault.importHead()
    await world.vault.tag('pm/plan/checkpoint-1', head!)
    await world.vault.tag('pm/plan/checkpoint-1', head!)
    const args = ['rev-parse', 'refs/tags/pm/plan/checkpoint-1']
    expect((await git({ gitDir: world.vaultDir, args })).toString().trim()).toBe(head)
  })

  it('are read as they are, even with a replace ref in the vault', async () => {
    using world = await createWorld({ 'a.txt': 'real' })
    const head = (await world.vault.importHead())!
    const tree = await world.vault.emptyTree()
    const other = await world.vault.commit({ tree, parent: null, message: 'shown', identity: ADA, at: 0 })
    await git({ gitDir: world.vaultDir, args: ['update-ref', `refs/replace/${head}`, other] })
    expect(await world.vault.readText(await world.vault.treeOf(head), 'a.txt')).toBe('real')
  })

  it('survive the loss of the user’s objects', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const vaultDir = join(world.dir, 'vault')
    const vault = await openVault({ vaultDir, userRepo: world.user })
    const head = await vault.importHead()
    rmSync(world.user.top, { recursive: true })
    await git({ gitDir: vaultDir, args: ['fsck', '--full', '--strict'] })
    expect(await vault.readText(await vault.treeOf(head!), 'a.txt')).toBe('a')
  })
})
