import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeDeep } from '../../../../test/rig/deep-folder.ts'
import { attempt, changed, createBench, writeFiles } from '../../../../test/rig/git.ts'

describe('a file left out', () => {
  it('is one that the base or the workspace ignores, and is named', async () => {
    using at = await createBench({ '.gitignore': 'dist/\n*.log\n', 'a.txt': 'a' })
    writeFiles(at.dir, {
      'dist/1.js': '1',
      'dist/sub/2.js': '2',
      'debug.log': 'x',
      'pkg/.gitignore': 'secret\n!*.log\n',
      'pkg/secret': 'x',
      'pkg/also.log': 'x',
      'pkg/work.txt': 'x',
    })
    const draft = await at.collect()
    expect(changed(draft)).toEqual(['added pkg/.gitignore', 'added pkg/work.txt'])
    expect(draft.notes).toEqual(['ignored and left out: debug.log, dist/ (2 files), pkg/also.log, pkg/secret'])
  })

  it('is never a tracked file, whatever an agent ignores', async () => {
    using at = await createBench({ '.gitignore': 'dist/\n', 'dist/tracked.js': 'old', 'src/a.js': 'a' })
    writeFiles(at.dir, { '.gitignore': '*\n', 'dist/tracked.js': 'new', 'dist/other.js': 'o', 'src/a.js': 'tampered' })
    const draft = await at.collect()
    expect(changed(draft)).toEqual(['modified .gitignore', 'modified dist/tracked.js', 'modified src/a.js'])
    expect(draft.notes).toEqual(['ignored and left out: dist/other.js'])
  })

  it('is one that tools create, unless the base tracks it', async () => {
    using at = await createBench({ 'vendor/node_modules/kept.js': 'k', 'a.py': 'a', 'target/honest.txt': 'h' })
    writeFiles(at.dir, {
      'node_modules/x/index.js': 'x',
      '__pycache__/a.pyc': 'x',
      'vendor/node_modules/kept.js': 'changed',
      'target/more.txt': 'honest too',
      'crate/Cargo.toml': '',
      'crate/target/debug/bin': 'x',
      'venv/code.py': 'honest',
      'env/pyvenv.cfg': '',
      'coverage/report.ts': 'honest',
    })
    symlinkSync('/elsewhere', join(at.dir, 'vendor', '.venv'))
    const draft = await at.collect()
    expect(changed(draft)).toEqual([
      'added coverage/report.ts',
      'added crate/Cargo.toml',
      'added target/more.txt',
      'modified vendor/node_modules/kept.js',
      'added venv/code.py',
    ])
    expect(draft.notes[0]).toContain('node_modules/ (1 file)')
  })

  it('is named up to twenty times and then counted', async () => {
    using at = await createBench({ '.gitignore': '*.log\n' })
    writeFiles(at.dir, Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}.log`, 'x'])))
    const draft = await at.collect()
    expect(draft.notes[0]).toMatch(/ and 5 more$/)
  })

  it('is one over the size limit, while an untouched one of the base stays', async () => {
    const large = 'x'.repeat(1_500_000)
    using at = await createBench({ 'large.bin': large, 'grown.bin': 'small' })
    writeFiles(at.dir, { 'new.bin': large, 'grown.bin': large, 'fits.bin': 'x'.repeat(1024 * 1024) })
    const draft = await at.collect(1)
    expect(changed(draft)).toEqual(['added fits.bin'])
    expect(draft.notes).toEqual(['larger than 1 MB and left out: grown.bin, new.bin'])
    expect(draft.oversized).toEqual(['grown.bin', 'new.bin'])
  })

  it('is a pipe or a socket', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    execFileSync('mkfifo', [join(at.dir, 'pipe')])
    const server = createServer().listen(join(at.dir, 'sock'))
    await new Promise(resolve => server.once('listening', resolve))
    const draft = await at.collect()
    server.close()
    expect(draft.changes).toEqual([])
    expect(draft.notes).toEqual(['pipes, sockets or devices, left out: pipe, sock'])
  })

  it('is one with too long a path, and the base’s version is used', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    makeDeep(join(at.dir, 'deep'))
    const draft = await at.collect()
    expect(draft.changes).toEqual([])
    expect(draft.notes).toEqual([expect.stringMatching(/^not readable and left as in the base: deep\/(deeper|\/)+$/)])
    await at.world.workspaces.discard(attempt())
    expect(readdirSync(dirname(at.dir))).toEqual([])
  })

  it('is one whose name git refuses to store', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    for (const name of ['.GIT', 'git~1', '.git ', '.Git::$INDEX_ALLOCATION', 'x\\.git', '.g\u200cit']) {
      writeFiles(at.dir, { [`sub/${name}/config`]: 'x' })
    }
    symlinkSync('a.txt', join(at.dir, '.gitmodules'))
    const draft = await at.collect()
    expect(draft.changes).toEqual([])
    expect(draft.notes[0]).toContain('names that git cannot store')
  })

  it('is never a link, but one that leads out is named', async () => {
    using at = await createBench({ 'a.txt': 'a', 'dir/b.txt': 'b' })
    symlinkSync('/etc/passwd', join(at.dir, 'absolute'))
    symlinkSync('../../outside', join(at.dir, 'dir', 'up'))
    symlinkSync('../a.txt', join(at.dir, 'dir', 'within'))
    symlinkSync('/etc', join(at.dir, 'folder'))
    const draft = await at.collect()
    expect(changed(draft)).toEqual(['added absolute', 'added dir/up', 'added dir/within', 'added folder'])
    expect(draft.notes).toEqual(['links that leave the tree: absolute, dir/up, folder'])
  })
})

it('a file or folder that its agent has made unreadable is read all the same, and an executable stays one', async () => {
  using at = await createBench({ 'a.txt': 'a', 'run.sh*': 'r', 'dir/b.txt': 'b' })
  writeFiles(at.dir, { 'new.txt': 'n', 'dir/b.txt': 'changed', 'dir/sub/c.txt': 'c', 'made/d.txt': 'd' })
  chmodSync(join(at.dir, 'dir/sub'), 0o100)
  for (const name of ['a.txt', 'run.sh', 'new.txt', 'dir', 'made']) chmodSync(join(at.dir, name), 0)
  const draft = await at.collect()
  expect(changed(draft)).toEqual(['modified dir/b.txt', 'added dir/sub/c.txt', 'added made/d.txt', 'added new.txt'])
  expect(draft.notes).toEqual([])
})
