import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { scratch } from '../../../test/rig/git.ts'
import { GitFailure, git, gitLine, gitVersion, isRecent, runGit } from './git.ts'

afterEach(() => vi.unstubAllEnvs())

/** In a new process: git is looked up once. */
async function freshGitVersion() {
  vi.resetModules()
  return (await import('./git.ts')).gitVersion()
}

describe('git', () => {
  it('hands bytes in and out unchanged', async () => {
    using place = scratch()
    const gitDir = join(place.dir, 'bare')
    await git({ args: ['init', '--quiet', '--bare', '--template=', gitDir] })
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const id = await gitLine({ gitDir, args: ['hash-object', '-w', '--stdin'], stdin: bytes })
    expect(await git({ gitDir, args: ['cat-file', 'blob', id] })).toEqual(bytes)
  })

  it('reports a failure with exit code and message', async () => {
    const outcome = await runGit({ gitDir: '/nowhere', args: ['rev-parse', 'HEAD'] })
    expect(outcome.code).toBe(128)
    expect(outcome.stderr).toContain('not a git repository')
    await expect(git({ gitDir: '/nowhere', args: ['rev-parse', 'HEAD'] })).rejects.toThrow(GitFailure)
  })

  it('survives a command that does not read its input', async () => {
    const outcome = await runGit({ args: ['--version'], stdin: 'x'.repeat(10_000_000) })
    expect(outcome.code).toBe(0)
  })

  it('ignores the variables and the configuration of its environment', async () => {
    using place = scratch()
    const home = join(place.dir, 'home')
    mkdirSync(home)
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = From Home\n')
    vi.stubEnv('HOME', home)
    vi.stubEnv('GIT_DIR', '/nowhere')
    vi.stubEnv('GIT_INDEX_FILE', '/nowhere/index')
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'user.name'='From Parameters'")
    const own = await runGit({ args: ['config', '--get', 'user.name'] })
    expect(own.code).toBe(1)
    const users = await runGit({ as: 'users', args: ['config', '--get', 'user.name'] })
    expect(users.stdout.toString()).toBe('From Parameters\n')
  })

  it('sets its own configuration above that of the repository', async () => {
    using place = scratch()
    await git({ args: ['init', '--quiet', '--template=', place.dir] })
    const gitDir = join(place.dir, '.git')
    await git({ gitDir, args: ['config', 'core.hooksPath', '/evil'] })
    expect(await gitLine({ gitDir, args: ['config', '--get', 'core.hooksPath'] })).toBe('/dev/null')
  })

  it('reports that there is no git', async () => {
    vi.stubEnv('PATH', '/nowhere')
    expect(await freshGitVersion()).toEqual({ ok: false, error: { is: 'no-git' } })
  })

  it('reports that git is too old', async () => {
    using place = scratch()
    writeFileSync(join(place.dir, 'git'), '#!/bin/sh\necho git version 2.30.2\n', { mode: 0o755 })
    vi.stubEnv('PATH', place.dir)
    expect(await freshGitVersion()).toEqual({ ok: false, error: { is: 'git-too-old', version: '2.30.2' } })
  })

  it('reports its version', async () => {
    const version = await gitVersion()
    expect(version.ok && isRecent(version.value)).toBe(true)
  })

  it.each([
    ['2.37.9', false],
    ['2.38.0', true],
    ['2.54.0', true],
    ['3.0.0', true],
    ['1.99.0', false],
    ['', false],
  ])('compares version %j by number', (version, recent) => {
    expect(isRecent(version)).toBe(recent)
  })
})
