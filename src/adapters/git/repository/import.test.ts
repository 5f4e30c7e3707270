import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  commitFiles,
  createUserRepository,
  gitIn,
  repositoryAt,
  type Scratch,
  scratch,
} from '../../../../test/rig/git.ts'
import type { Commit } from '../../../core/plan/ids.ts'
import { OWN_IDENTITY } from '../git.ts'
import { openVault } from '../vault.ts'
import { importHead } from './import.ts'

/** A clone of a repository with three commits, and a vault for it. */
async function cloned(place: Scratch, ...options: readonly string[]) {
  const origin = join(place.dir, 'origin')
  await createUserRepository(origin, { 'a.txt': 'one' })
  await commitFiles(origin, { 'a.txt': 'two' })
  await commitFiles(origin, { 'a.txt': 'three' })
  await gitIn(origin, 'config', 'uploadpack.allowFilter', 'true')
  await gitIn(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  await gitIn(place.dir, 'clone', '--quiet', ...options, `file://${origin}`, 'clone')
  const userRepo = await repositoryAt(join(place.dir, 'clone'))
  const vaultDir = join(userRepo.commonDir, 'pm-agent', 'vault.git')
  const vault = await openVault({ vaultDir, userRepo })
  const land = async (onto: Commit, text: string) => {
    const tree = await vault.edit(await vault.treeOf(onto), [{ path: 'done.txt', text }])
    return vault.commit({ tree, parent: onto, message: text, identity: OWN_IDENTITY, at: 1_700_000_000_000 })
  }
  return { top: userRepo.top, vaultDir, userRepo, vault, land }
}

describe('a partial clone', () => {
  it('supplies its one commit, and ancestry is still known', async () => {
    using place = scratch()
    const { top, vault, land } = await cloned(place, '--filter=blob:none')
    const head = (await vault.importHead())!
    const tip = await land(head, 'ours')
    expect(await vault.publish('pm/plan', tip)).toBeNull()
    expect(existsSync(join(top, '.git', 'shallow'))).toBe(false)
    expect(await vault.importBranch('pm/plan')).toBe(tip)
    await gitIn(top, 'merge', '--quiet', '--no-ff', '-m', 'merge', 'pm/plan')
    const merged = (await vault.importHead())!
    expect(await vault.contains(tip, merged)).toBe(true)
    expect(await vault.contains(head, tip)).toBe(true)
    expect(await vault.contains(merged, tip)).toBe(false)
    const next = await land(merged, 'more')
    expect(await vault.publish('pm/plan', next)).toBeNull()
    expect(await gitIn(top, 'rev-list', '--count', 'pm/plan')).toBe('6')
  })

  it('takes a branch that the vault published as it is', async () => {
    using place = scratch()
    const { vault, land } = await cloned(place, '--filter=blob:none')
    const first = await land((await vault.importHead())!, 'first')
    const second = await land(first, 'second')
    await vault.keep('refs/pm-agent/kept', second)
    expect(await vault.publish('pm/plan', second)).toBeNull()
    expect(await vault.importBranch('pm/plan')).toBe(second)
    expect(await vault.contains(first, second)).toBe(true)
  })
})

describe('a shallow clone', () => {
  it('may be completed between two publications', async () => {
    using place = scratch()
    const { top, vault, land } = await cloned(place, '--depth=1')
    const first = await land((await vault.importHead())!, 'first')
    expect(await vault.publish('pm/plan', first)).toBeNull()
    await gitIn(top, 'fetch', '--quiet', '--unshallow')
    expect(await vault.publish('pm/plan', await land(first, 'second'))).toBeNull()
    expect(existsSync(join(top, '.git', 'shallow'))).toBe(false)
    expect(await gitIn(top, 'rev-list', '--count', 'pm/plan')).toBe('5')
    await gitIn(top, 'fsck', '--full', '--strict')
  })
})

it('with missing objects is reported as such, and not as a missing commit', async () => {
  using place = scratch()
  const { top, vaultDir, userRepo } = await cloned(place)
  const id = await commitFiles(top, { 'b.txt': 'b' })
  rmSync(join(top, '.git', 'objects', id.slice(0, 2), id.slice(2)))
  const imported = await importHead({ vaultDir, userRepo })
  expect(imported).toEqual({ ok: false, error: { is: 'incomplete', detail: `${id} cannot be read`, promisor: null } })
})
