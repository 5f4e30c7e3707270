import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Project } from '../../../test/rig/projects/project.ts'
import { deciderIn } from './decider.ts'

let user: Project
beforeEach(async () => {
  user = await Project.with({ 'a.txt': 'a' })
  vi.stubEnv('HOME', user.home)
  vi.stubEnv('XDG_CONFIG_HOME', '')
  vi.stubEnv('GIT_AUTHOR_NAME', undefined)
  vi.stubEnv('GIT_AUTHOR_EMAIL', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  user[Symbol.dispose]()
})

const noAccount = (): string => {
  throw new Error('uv_os_get_passwd returned ENOENT')
}

describe('who decides', () => {
  it('is the git user of the repository', async () => {
    await user.git('config', 'user.name', 'Ada Lovelace')
    expect(await deciderIn(user.dir, () => 'root')).toBe('Ada Lovelace')
  })

  it('is the address where git knows no name', async () => {
    await user.git('config', '--unset', 'user.name')
    expect(await deciderIn(user.dir, () => 'root')).toBe('ada@example.org')
  })

  it('is the account where git knows nobody, and the user where the account has no name', async () => {
    await user.git('config', '--remove-section', 'user')
    expect(await deciderIn(user.dir, () => 'ada')).toBe('ada')
    expect(await deciderIn(user.dir, noAccount)).toBe('the user')
  })
})
