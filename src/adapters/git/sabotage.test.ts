import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changed, commitFiles, createBench, fingerprint, gitIn, writeFiles } from '../../../test/rig/git.ts'
import { git } from './git.ts'

describe('an agent that manipulates git', () => {
  it('cannot hide files by index flags or exclude rules', async () => {
    using at = await createBench({ 'a.txt': 'a', 'b.txt': 'b' })
    await gitIn(at.dir, 'update-index', '--assume-unchanged', 'a.txt')
    await gitIn(at.dir, 'update-index', '--skip-worktree', 'b.txt')
    writeFiles(at.dir, { 'a.txt': 'tampered', 'b.txt': 'tampered', 'hidden.txt': 'h', '.git/info/exclude': '*\n' })
    expect(await gitIn(at.dir, 'status', '--porcelain')).toBe('')
    expect(changed(await at.collect())).toEqual(['modified a.txt', 'modified b.txt', 'added hidden.txt'])
  })

  it('has none of its hooks and filters executed', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    const marker = join(at.world.dir, 'marker')
    const evil = `touch '${marker}'; echo clean`
    for (const key of ['filter.evil.clean', 'filter.evil.process', 'core.fsmonitor', 'diff.external', 'core.pager']) {
      await gitIn(at.dir, 'config', key, evil)
    }
    await gitIn(at.dir, 'config', 'core.hooksPath', join(at.dir, 'hooks'))
    for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction']) {
      writeFiles(at.dir, { [`hooks/${hook}*`]: `#!/bin/sh\ntouch '${marker}'\n` })
    }
    writeFiles(at.dir, { '.gitattributes': '* filter=evil diff=evil\n', 'a.txt': 'dirty' })
    const draft = await at.collect()
    expect(await at.world.vault.readText(draft.tree, 'a.txt')).toBe('dirty')
    expect(await at.world.vault.patch(await at.world.vault.treeOf(at.base), draft.tree)).toContain('+dirty')
    expect(existsSync(marker)).toBe(false)
  })

  it('cannot show other content by replacing objects', async () => {
    using at = await createBench({ 'a.txt': 'good\n' })
    writeFiles(at.dir, { 'a.txt': 'bad\n' })
    const bad = await gitIn(at.dir, 'hash-object', '-w', 'a.txt')
    await gitIn(at.dir, 'replace', bad, await gitIn(at.dir, 'rev-parse', 'HEAD:a.txt'))
    expect(await at.world.vault.readText((await at.collect()).tree, 'a.txt')).toBe('bad\n')
  })

  it.each(['deleted', 'a file', 'a link', 'another repository'])('changes nothing when its .git is %s', async kind => {
    using at = await createBench({ 'a.txt': 'a' })
    const dotGit = join(at.dir, '.git')
    rmSync(dotGit, { recursive: true })
    if (kind === 'a file') writeFileSync(dotGit, `gitdir: ${at.world.user.gitDir}\n`)
    if (kind === 'a link') symlinkSync(at.world.user.gitDir, dotGit)
    if (kind === 'another repository') await gitIn(at.dir, 'init', '--quiet')
    const before = fingerprint(at.world.user.top)
    writeFiles(at.dir, { 'b.txt': 'b' })
    const draft = await at.collect()
    expect(changed(draft)).toEqual(['added b.txt'])
    const after = fingerprint(at.world.user.top)
    for (const name of Object.keys(before).filter(name => !name.startsWith('.git/pm-agent/'))) {
      expect(after[name]).toBe(before[name])
    }
  })

  it('has the files of its nested repository collected as ordinary files', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    mkdirSync(join(at.dir, 'src', 'impl'), { recursive: true })
    await gitIn(join(at.dir, 'src', 'impl'), 'init', '--quiet')
    await commitFiles(join(at.dir, 'src', 'impl'), { 'code.js': 'x', 'deep/er.js': 'y' })
    const draft = await at.collect()
    expect(changed(draft)).toEqual(['added src/impl/code.js', 'added src/impl/deep/er.js'])
    expect(draft.notes).toEqual(['nested git repository, whose files are taken as ordinary files: src/impl'])
  })

  it('leaves a candidate that is complete without the agent’s objects', async () => {
    using at = await createBench({ 'a.txt': 'a' })
    const elsewhere = join(at.world.dir, 'elsewhere')
    mkdirSync(elsewhere)
    await gitIn(elsewhere, 'init', '--quiet')
    writeFiles(at.dir, { '.git/objects/info/alternates': join(elsewhere, '.git', 'objects'), 'b.txt': 'b' })
    const draft = await at.collect()
    rmSync(elsewhere, { recursive: true })
    rmSync(at.dir, { recursive: true })
    await git({ gitDir: at.world.vaultDir, args: ['fsck', '--full', '--strict'] })
    expect(await at.world.vault.readText(draft.tree, 'b.txt')).toBe('b')
  })
})
