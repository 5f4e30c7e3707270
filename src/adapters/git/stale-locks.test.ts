import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWorld, gitIn } from '../../../test/rig/git.ts'
import type { Commit } from '../../core/plan/ids.ts'
import { openVault } from './vault.ts'

/** A pid that no process has, as a pm-agent that was killed leaves it. */
const DEAD = { pid: 2 ** 22 + 7, startTime: '1' }

const lockIn = (dir: string, ref: string, text = ''): string => {
  const lock = join(dir, `${ref}.lock`)
  mkdirSync(dirname(lock), { recursive: true })
  writeFileSync(lock, text)
  return lock
}

describe('locks in the vault', () => {
  it('are removed when no pm-agent has it open', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    await world.vault.close()
    writeFileSync(join(world.vaultDir, 'open', 'killed'), JSON.stringify(DEAD))
    const lock = lockIn(world.vaultDir, 'refs/heads/pm/plan')
    const vault = await openVault({ vaultDir: world.vaultDir, userRepo: world.user })
    expect(existsSync(lock)).toBe(false)
    expect(readdirSync(join(world.vaultDir, 'open'))).not.toContain('killed')
    await vault.close()
  })

  it('let the vault be closed on a disk that removes nothing any more', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const present = join(world.vaultDir, 'open')
    for (const name of readdirSync(present)) {
      rmSync(join(present, name))
      // A folder is not removed as a file.
      mkdirSync(join(present, name))
    }
    await expect(world.vault.close()).resolves.toBeUndefined()
  })

  it('stay while another pm-agent has it open', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const lock = lockIn(world.vaultDir, 'refs/heads/pm/plan')
    await openVault({ vaultDir: world.vaultDir, userRepo: world.user })
    expect(existsSync(lock)).toBe(true)
  })
})

describe("locks in the user's repository", () => {
  const ref = 'refs/heads/pm/plan'
  const claimed = (world: { vaultDir: string; user: { commonDir: string } }, value: Commit, at = Date.now()) => {
    const dir = join(world.vaultDir, 'claims')
    mkdirSync(dir, { recursive: true })
    const claim = { ...DEAD, at, gitDir: world.user.commonDir, claims: [{ ref, value }] }
    writeFileSync(join(dir, 'killed'), JSON.stringify(claim))
  }

  it.each([
    ['holds nothing', () => ''],
    ['holds what it was about to write', (tip: Commit) => `${tip}\n`],
  ])('that a git of ours left are removed when the lock %s', async (_, text) => {
    using world = await createWorld({ 'a.txt': 'a' })
    const tip = (await world.vault.importHead())!
    claimed(world, tip)
    lockIn(world.user.commonDir, ref, text(tip))
    expect(await world.vault.publish('pm/plan', tip)).toBeNull()
    expect(await gitIn(world.user.top, 'rev-parse', 'pm/plan')).toBe(tip)
    expect(readdirSync(join(world.vaultDir, 'claims'))).toEqual([])
  })

  it.each([
    ['nobody of ours claimed it', { claims: false, text: '', isOlder: false }],
    ['it holds what somebody else writes', { claims: true, text: `${'1'.repeat(40)}\n`, isOlder: false }],
    ['it is older than our claim', { claims: true, text: '', isOlder: true }],
  ])('stay when %s', async (_, { claims, text, isOlder }) => {
    using world = await createWorld({ 'a.txt': 'a' })
    const tip = (await world.vault.importHead())!
    if (claims) claimed(world, tip)
    const lock = lockIn(world.user.commonDir, ref, text)
    if (isOlder || !claims) utimesSync(lock, 1000, 1000)
    expect(await world.vault.publish('pm/plan', tip)).toMatchObject({ reason: 'not-writable' })
    expect(existsSync(lock)).toBe(true)
  })
})
