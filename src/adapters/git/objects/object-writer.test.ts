import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../../test/rig/git.ts'
import { git, gitLine } from '../git.ts'
import { writeCommit } from './commit.ts'
import { readBytes, readObject } from './object-reader.ts'
import { objectId, writeObject } from './object-writer.ts'

const name = fc.constantFrom('a', 'a.b', 'a-b', 'b', 'é', 'z')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(names => names.join('/'))
const edits = fc.array(fc.record({ path, text: fc.constantFrom('one', 'two', '') }), { minLength: 1, maxLength: 12 })

describe('objects', () => {
  it('are identical to those that git writes', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vault, vaultDir: gitDir } = world
    const empty = await vault.emptyTree()
    await fc.assert(
      fc.asyncProperty(edits, async chosen => {
        const tree = await vault.edit(empty, chosen)
        const listed = await git({ gitDir, args: ['ls-tree', '-r', '-z', tree] })
        const indexFile = join(world.dir, 'index')
        await git({ gitDir, indexFile, args: ['read-tree', '--empty'] })
        await git({ gitDir, indexFile, args: ['update-index', '-z', '--index-info'], stdin: listed })
        expect(await gitLine({ gitDir, indexFile, args: ['write-tree'] })).toBe(tree)
      }),
      { numRuns: 15 },
    )
    expect(await gitLine({ gitDir, args: ['fsck', '--strict', '--full', '--no-dangling'] })).toBe('')
  })

  it('are compared as git compares them', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vault, vaultDir: gitDir } = world
    const empty = await vault.emptyTree()
    await fc.assert(
      fc.asyncProperty(edits, edits, async (left, right) => {
        const [from, to] = [await vault.edit(empty, left), await vault.edit(empty, right)]
        const ours = (await vault.diff(from, to)).map(change => `${change.status[0]!.toUpperCase()}\0${change.path}\0`)
        const theirs = await git({ gitDir, args: ['diff-tree', '-r', '-z', '--name-status', '--no-renames', from, to] })
        expect(ours.join('')).toBe(theirs.toString())
      }),
      { numRuns: 15 },
    )
  })

  it('of commits have the id that git gives them', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vaultDir: gitDir } = world
    const parent = (await world.vault.importHead())!
    const tree = await world.vault.treeOf(parent)
    const identity = { name: ' Ada, Countess <of> Lovelace. ', email: 'ada@example.org' }
    const date = '@1234567 +0000'
    const theirs = await gitLine({
      gitDir,
      args: ['commit-tree', tree, '-p', parent, '-F', '-'],
      stdin: 'feat: é\n\nwhy',
      environment: {
        GIT_AUTHOR_NAME: identity.name,
        GIT_AUTHOR_EMAIL: identity.email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: identity.name,
        GIT_COMMITTER_EMAIL: identity.email,
        GIT_COMMITTER_DATE: date,
      },
    })
    const spec = { tree, parent, message: 'feat: é\n\nwhy', identity, at: 1_234_567_890 }
    expect(await writeCommit(gitDir, spec)).toBe(theirs)
  })

  it('are read whole, whatever their size, and many at once', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vaultDir: gitDir } = world
    const texts = [0, 1, 70_000, 3_000_000].map(size => Buffer.alloc(size, 'x\n'))
    const ids = await Promise.all(texts.map(bytes => writeObject(gitDir, 'blob', bytes, { idLength: 40 })))
    expect(ids).toEqual(texts.map(bytes => objectId('blob', bytes, 40)))
    const read = await Promise.all([...ids, ...ids].map(id => readBytes(gitDir, id)))
    expect(read.map(bytes => bytes.length)).toEqual([...texts, ...texts].map(bytes => bytes.length))
    expect(await readObject(gitDir, '0'.repeat(40))).toBeNull()
    expect(await readObject(gitDir, 'refs/heads/absent^{tree}')).toBeNull()
  })
})
