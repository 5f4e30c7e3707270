import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  attempt,
  commitFiles,
  createWorld,
  fingerprint,
  gitIn,
  type World,
  writeFiles,
} from '../../../../test/rig/git.ts'
import { OWN_IDENTITY } from '../git.ts'

const NOTHING = { from: null, files: {} }

/** The inodes of all objects in a git directory. */
function inodes(gitDir: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const entry of readdirSync(join(gitDir, 'objects'), { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) found.add(statSync(join(entry.parentPath, entry.name)).ino)
  }
  return found
}

async function base(world: World) {
  return (await world.vault.importHead())!
}

describe('preparing a workspace', () => {
  it('gives a private repository on its own branch, with the files of the base', async () => {
    using world = await createWorld({ 'a.txt': 'a', 'run*': 'x' })
    const head = await base(world)
    const { dir } = await world.workspaces.prepare(attempt(1, '2/1'), {
      base: head,
      from: null,
      files: { 'PLAN.md': '# plan', 'deep/er.md': 'x' },
    })
    expect(dir.endsWith('/run-1/2-1-1')).toBe(true)
    expect(await gitIn(dir, 'rev-parse', 'HEAD')).toBe(head)
    expect(await gitIn(dir, 'branch', '--show-current')).toBe('task-2-1')
    expect(await gitIn(dir, 'status', '--porcelain')).toBe('')
    expect(await gitIn(dir, 'remote')).toBe('')
    expect(await gitIn(dir, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/task-2-1')
    expect(readFileSync(join(dir, '.pm-agent', 'PLAN.md'), 'utf8')).toBe('# plan')
    expect(readFileSync(join(dir, '.pm-agent', 'deep', 'er.md'), 'utf8')).toBe('x')
    expect(existsSync(join(dir, '.git', 'objects', 'info', 'alternates'))).toBe(false)
    expect(existsSync(join(dir, '.git', 'hooks'))).toBe(false)
  })

  it('gives the last fifty commits and no more', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    for (let number = 0; number < 55; number++) await gitIn(world.user.top, 'commit', '--quiet', '--allow-empty', '-mx')
    const { dir } = await world.workspaces.prepare(attempt(), { base: await base(world), ...NOTHING })
    expect(await gitIn(dir, 'rev-list', '--count', 'HEAD')).toBe('50')
    await gitIn(dir, 'fsck', '--full')
  })

  it('shares no file with the vault', async () => {
    using world = await createWorld({ 'a.txt': 'a', 'b.txt': 'b' })
    const { dir } = await world.workspaces.prepare(attempt(), { base: await base(world), ...NOTHING })
    const ofVault = inodes(world.vaultDir)
    const ofWorkspace = inodes(join(dir, '.git'))
    expect(ofWorkspace.size).toBeGreaterThan(0)
    expect([...ofWorkspace].filter(inode => ofVault.has(inode))).toEqual([])
  })

  it('lets an agent commit without a name, a key or a question', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { dir } = await world.workspaces.prepare(attempt(), { base: await base(world), ...NOTHING })
    writeFiles(dir, { 'b.txt': 'b' })
    await gitIn(dir, 'add', '.')
    await gitIn(dir, '-c', 'commit.gpgSign', 'commit', '--quiet', '--no-gpg-sign', '-mwork')
    expect(await gitIn(dir, 'config', 'commit.gpgSign')).toBe('false')
    expect(await gitIn(dir, 'config', 'user.name')).toBe(OWN_IDENTITY.name)
    expect(await gitIn(dir, 'show', '--name-only', '--format=')).toBe('b.txt')
  })

  it('keeps bytes as they are although the base asks for other line ends', async () => {
    using world = await createWorld({ 'a.txt': 'one\ntwo\n', '.gitattributes': '* text eol=crlf\n' })
    const { dir } = await world.workspaces.prepare(attempt(), { base: await base(world), ...NOTHING })
    expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
    expect(await gitIn(dir, 'status', '--porcelain')).toBe('')
  })

  it('starts with a kept tree in the files and the base in HEAD', async () => {
    using world = await createWorld({ 'a.txt': 'a', 'gone.txt': 'g', 'same.txt': 's' })
    const head = await base(world)
    const first = await world.workspaces.prepare(attempt(1), { base: head, ...NOTHING })
    writeFiles(first.dir, { 'a.txt': 'changed', 'new.txt': 'n' })
    await gitIn(first.dir, 'rm', '--quiet', 'gone.txt')
    const draft = await world.workspaces.collect(attempt(1), { base: head, limits: { fileMb: 50 }, at: 0 })
    const second = await world.workspaces.prepare(attempt(2), { base: head, from: draft!.ref, files: {} })
    expect(await gitIn(second.dir, 'rev-parse', 'HEAD')).toBe(head)
    expect(await gitIn(second.dir, 'status', '--porcelain')).toBe(' M a.txt\n D gone.txt\n?? new.txt')
    expect(await gitIn(second.dir, 'diff-files', '--name-only')).toBe('a.txt\ngone.txt')
    const again = await world.workspaces.collect(attempt(2), { base: head, limits: { fileMb: 50 }, at: 0 })
    expect(again!.tree).toBe(draft!.tree)
  })

  it('replaces what a crash left behind', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await base(world)
    const { dir } = await world.workspaces.prepare(attempt(), { base: head, ...NOTHING })
    writeFiles(dir, { 'left-over.txt': 'x' })
    writeFiles(`${dir}.new`, { 'half-done.txt': 'x' })
    await world.workspaces.prepare(attempt(), { base: head, ...NOTHING })
    expect(readdirSync(dir).sort()).toEqual(['.git', '.pm-agent', 'a.txt'])
    expect(readdirSync(join(dir, '..'))).toEqual(['1-1'])
  })

  it('writes its own files into no link of the tree', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const target = join(world.dir, 'target')
    mkdirSync(target)
    symlinkSync(target, join(world.user.top, '.pm-agent'))
    await commitFiles(world.user.top, {})
    await world.workspaces.prepare(attempt(), { base: await base(world), from: null, files: { 'PLAN.md': 'x' } })
    expect(readdirSync(target)).toEqual([])
  })

  it('works on a commit without files', async () => {
    using world = await createWorld({})
    const tree = await world.vault.emptyTree()
    const head = await world.vault.commit({ tree, parent: null, message: 'start', identity: OWN_IDENTITY, at: 0 })
    const { dir } = await world.workspaces.prepare(attempt(), { base: head, ...NOTHING })
    expect(readdirSync(dir).sort()).toEqual(['.git', '.pm-agent'])
    writeFiles(dir, { 'first.txt': 'x' })
    const draft = await world.workspaces.collect(attempt(), { base: head, limits: { fileMb: 50 }, at: 0 })
    expect(draft!.changes).toEqual([{ path: 'first.txt', status: 'added' }])
  })

  it('succeeds for eight attempts at once', async () => {
    using world = await createWorld(
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`dir-${n % 7}/${n}`, `${n}`])),
    )
    const head = await base(world)
    const ids = Array.from({ length: 8 }, (_, number) => attempt(number + 1))
    const prepared = await Promise.all(ids.map(id => world.workspaces.prepare(id, { base: head, ...NOTHING })))
    const drafts = await Promise.all(
      ids.map(id => world.workspaces.collect(id, { base: head, limits: { fileMb: 50 }, at: 0 })),
    )
    expect(new Set(prepared.map(workspace => workspace.dir)).size).toBe(8)
    for (const draft of drafts) expect(draft!.changes).toEqual([])
  })
})

describe('collecting and discarding', () => {
  it('keeps the tree under a ref of the vault, on top of the base', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await base(world)
    const { dir } = await world.workspaces.prepare(attempt(3, '3.a'), { base: head, ...NOTHING })
    writeFiles(dir, { 'b.txt': 'b' })
    const draft = await world.workspaces.collect(attempt(3, '3.a'), { base: head, limits: { fileMb: 50 }, at: 1000 })
    expect(draft!.ref).toBe('refs/pm-agent/run-1/3.a/3')
    expect(await gitIn(world.vaultDir, 'rev-parse', `${draft!.ref}^{tree}`)).toBe(draft!.tree)
    expect(await gitIn(world.vaultDir, 'rev-parse', `${draft!.ref}^`)).toBe(head)
  })

  it('is idempotent, and loses no tree that was kept before', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await base(world)
    const { dir } = await world.workspaces.prepare(attempt(), { base: head, ...NOTHING })
    const spec = { base: head, limits: { fileMb: 50 }, at: 1000 }
    writeFiles(dir, { 'b.txt': 'first' })
    const first = await world.workspaces.collect(attempt(), spec)
    expect(await world.workspaces.collect(attempt(), spec)).toEqual(first)
    writeFiles(dir, { 'b.txt': 'second' })
    await world.workspaces.collect(attempt(), spec)
    const format = '--format=%(tree)'
    const kept = await gitIn(world.vaultDir, 'for-each-ref', format, 'refs/pm-agent/run-1')
    expect(kept.split('\n')).toContain(first!.tree)
    expect(kept.split('\n')).toHaveLength(2)
  })

  it('finds nothing if nothing was prepared', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const spec = { base: await base(world), limits: { fileMb: 50 }, at: 0 }
    expect(await world.workspaces.collect(attempt(9), spec)).toBeNull()
  })

  it('deletes a workspace, and only the link where an agent put one', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const head = await base(world)
    const { dir } = await world.workspaces.prepare(attempt(), { base: head, ...NOTHING })
    mkdirSync(join(dir, 'read-only'))
    writeFileSync(join(dir, 'read-only', 'file'), 'x', { mode: 0o400 })
    await world.workspaces.discard(attempt())
    await world.workspaces.discard(attempt())
    expect(existsSync(dir)).toBe(false)
    const before = fingerprint(world.user.top)
    symlinkSync(world.user.top, dir)
    expect(await world.workspaces.collect(attempt(), { base: head, limits: { fileMb: 50 }, at: 0 })).toBeNull()
    await world.workspaces.discard(attempt())
    expect(fingerprint(world.user.top)).toEqual(before)
  })
})
