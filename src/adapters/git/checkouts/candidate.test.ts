import { chmodSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Bench,
  benchIn,
  changed,
  commitFiles,
  createBench,
  createWorld,
  fingerprint,
  gitIn,
  writeFiles,
} from '../../../../test/rig/git.ts'
import { git } from '../git.ts'
import { createRoomCheckout } from './clean-room.ts'

describe('the candidate of an attempt', () => {
  it('is read from its files, committed or not', async () => {
    using at = await createBench({ 'kept.txt': 'k', 'changed.txt': 'old', 'gone.txt': 'g' })
    writeFiles(at.dir, { 'changed.txt': 'new', 'committed.txt': 'c', 'deep/er/new.txt': 'n' })
    unlinkSync(join(at.dir, 'gone.txt'))
    await gitIn(at.dir, 'add', 'committed.txt')
    await gitIn(at.dir, 'commit', '--quiet', '-mpart')
    const draft = await at.collect()
    expect(changed(draft)).toEqual([
      'modified changed.txt',
      'added committed.txt',
      'added deep/er/new.txt',
      'deleted gone.txt',
    ])
    expect(draft.notes).toEqual([])
    expect(draft.base).toBe(at.base)
  })

  it('is empty if the agent changed nothing', async () => {
    using at = await createBench({ 'a.txt': 'a', 'run*': 'x', 'd/e/f': 'g' })
    const draft = await at.collect()
    expect(draft.changes).toEqual([])
    expect(draft.tree).toBe(await at.world.vault.treeOf(at.base))
  })

  it('contains every file name and is checked out into a clean room unchanged', async () => {
    using at = await createBench({ 'plain.txt': 'p' })
    const names = [
      'two\nlines',
      'cr\rname',
      ' space ',
      'émoji 🎉',
      'quo"te\\',
      "apo'",
      '-dash',
      'tab\t',
      '\u0001',
      ':(x)',
    ]
    writeFiles(at.dir, Object.fromEntries(names.map(name => [`odd/${name}`, name])))
    writeFileSync(Buffer.concat([Buffer.from(`${at.dir}/latin-`), Buffer.from([0xe9])]), 'not UTF-8')
    writeFiles(at.dir, { README: 'upper', readme: 'lower', Readme: 'both' })
    const draft = await at.collect()
    expect(draft.changes).toHaveLength(names.length + 4)
    const rooms = createRoomCheckout({ vaultDir: at.world.vaultDir, root: join(at.world.dir, 'rooms') })
    const { dir } = await rooms.open(draft.tree)
    rmSync(join(at.dir, '.git'), { recursive: true })
    rmSync(join(at.dir, '.pm-agent'), { recursive: true })
    expect(fingerprint(dir)).toEqual(fingerprint(at.dir))
  })

  it('keeps executable bits and links', async () => {
    using at = await createBench({ 'plain.txt': 'p', 'run.sh*': 'r' })
    chmodSync(join(at.dir, 'plain.txt'), 0o755)
    chmodSync(join(at.dir, 'run.sh'), 0o644)
    symlinkSync('plain.txt', join(at.dir, 'link'))
    const draft = await at.collect()
    const listed = await git({
      gitDir: at.world.vaultDir,
      args: ['ls-tree', '--format=%(objectmode) %(path)', draft.tree],
    })
    expect(listed.toString()).toBe('120000 link\n100755 plain.txt\n100644 run.sh\n')
  })

  it('keeps line endings', async () => {
    using at = await createBench({ '.gitattributes': '* text eol=crlf\n', 'lf.txt': 'a\nb\n' })
    expect((await at.collect()).changes).toEqual([])
    writeFiles(at.dir, { 'crlf.txt': 'a\r\nb\r\n', 'mixed.txt': 'a\r\nb\n', 'lf.txt': 'a\nc\n' })
    const draft = await at.collect()
    expect(await at.world.vault.readText(draft.tree, 'crlf.txt')).toBe('a\r\nb\r\n')
    expect(await at.world.vault.readText(draft.tree, 'mixed.txt')).toBe('a\r\nb\n')
    expect(await at.world.vault.readText(draft.tree, 'lf.txt')).toBe('a\nc\n')
  })

  it('can put a folder where a file was, and a link where a folder was', async () => {
    using at = await createBench({ thing: 'file', 'dir/a.txt': 'a', 'dir/b.txt': 'b' })
    unlinkSync(join(at.dir, 'thing'))
    rmSync(join(at.dir, 'dir'), { recursive: true })
    writeFiles(at.dir, { 'thing/inside.txt': 'x' })
    symlinkSync('thing', join(at.dir, 'dir'))
    expect(await at.world.vault.list((await at.collect()).tree)).toEqual(['dir', 'thing/inside.txt'])
  })

  it('does not include files of pm-agent', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    writeFiles(at.dir, { '.pm-agent/result.json': '{}', '.pm-agent-result.json': '{}', 'sub/.pm-agent/x': 'theirs' })
    expect(changed(await at.collect())).toEqual(['added sub/.pm-agent/x'])
  })

  it('keeps the base’s files at the paths of pm-agent', async () => {
    using at = await createBench({ 'a.txt': 'a', '.pm-agent/PLAN.md': 'of the user' })
    expect((await at.collect()).changes).toEqual([])
  })
})

describe('submodules', () => {
  async function withSubmodule(): Promise<Bench> {
    const world = await createWorld({ 'a.txt': 'a' })
    const other = join(world.dir, 'other')
    mkdirSync(other)
    await gitIn(other, 'init', '--quiet')
    await commitFiles(other, { 'lib.js': 'x' })
    await gitIn(world.user.top, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'libs/other')
    await gitIn(world.user.top, 'commit', '--quiet', '-mx')
    return benchIn(world)
  }

  it('are carried over, also when their empty folder is lost', async () => {
    using at = await withSubmodule()
    expect((await at.collect()).changes).toEqual([])
    writeFiles(at.dir, { 'libs/other/planted.js': 'x' })
    const planted = await at.collect()
    expect(planted.changes).toEqual([])
    expect(planted.notes).toEqual(['ignored and left out: libs/other/ (1 file)'])
    rmSync(join(at.dir, 'libs'), { recursive: true })
    expect((await at.collect()).changes).toEqual([])
  })

  it('are removed when folder and entry are gone, or when a file takes their place', async () => {
    using at = await withSubmodule()
    rmSync(join(at.dir, 'libs'), { recursive: true })
    writeFiles(at.dir, { '.gitmodules': '' })
    expect(changed(await at.collect())).toEqual(['modified .gitmodules', 'deleted libs/other'])
    writeFiles(at.dir, { '.gitmodules': '[submodule "libs/other"]\n', libs: 'a file' })
    expect(await at.world.vault.list((await at.collect()).tree)).toEqual(['.gitmodules', 'a.txt', 'libs'])
  })
})
