import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attempt, createWorld, type World } from '../../../test/rig/git.ts'
import type { Commit } from '../../core/plan/ids.ts'

const FILES = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'b.txt': 'b\n' }

/** The kept result of an agent that changed these files. */
async function kept(world: World, base: Commit, number: number, files: Readonly<Record<string, string>>) {
  const workspace = await world.workspaces.prepare(attempt(number), { base, from: null, files: {} })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(workspace.dir, path), text)
  return (await world.workspaces.collect(attempt(number), { base, limits: { fileMb: 1 }, at: 0 }))!
}

async function landed(
  world: World,
  base: Commit,
  number: number,
  files: Readonly<Record<string, string>>,
): Promise<Commit> {
  const draft = await kept(world, base, number, files)
  return world.vault.commit({
    tree: draft.tree,
    parent: base,
    message: 'landed',
    identity: { name: 'A', email: 'a@b' },
    at: 0,
  })
}

describe('merging aside', () => {
  it('combines both sides when they changed different places', async () => {
    using world = await createWorld(FILES)
    const base = (await world.vault.importHead())!
    const onto = await landed(world, base, 1, { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n', 'new.txt': 'n\n' })
    const draft = await kept(world, base, 2, { 'a.txt': 'one\ntwo\nthree\nfour\nFIVE\n' })
    const { tree, conflicts } = await world.vault.merge(onto, draft.ref)
    expect(conflicts).toEqual([])
    expect(await world.vault.readText(tree, 'a.txt')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
    expect(await world.vault.readText(tree, 'new.txt')).toBe('n\n')
  })

  it('names the files that both changed, and leaves both sides in them', async () => {
    using world = await createWorld(FILES)
    const base = (await world.vault.importHead())!
    const onto = await landed(world, base, 1, { 'b.txt': 'ours\n' })
    const draft = await kept(world, base, 2, { 'b.txt': 'theirs\n' })
    const { tree, conflicts } = await world.vault.merge(onto, draft.ref)
    expect(conflicts).toEqual(['b.txt'])
    expect(await world.vault.readText(tree, 'b.txt')).toMatch(/<{7}.*\nours\n={7}\ntheirs\n>{7}/)
  })

  it('keeps both additions where both sides only added lines, the landed one first and each in one piece', async () => {
    using world = await createWorld({ 'list.txt': 'one\n', 'other.txt': 'x\n' })
    const base = (await world.vault.importHead())!
    const onto = await landed(world, base, 1, { 'list.txt': 'one\n\nfirst {\n}\n' })
    const draft = await kept(world, base, 2, { 'list.txt': 'one\n\nsecond {\n}\n', 'other.txt': 'y\n' })
    const { tree, conflicts, union } = await world.vault.merge(onto, draft.ref)
    expect(conflicts).toEqual(['list.txt'])
    expect(await world.vault.readText(tree, 'list.txt')).toContain('<<<<<<<')
    expect(await world.vault.readText(union!, 'list.txt')).toBe('one\n\nfirst {\n}\n\nsecond {\n}\n')
    expect(await world.vault.readText(union!, 'other.txt')).toBe('y\n')
  })

  it.each([
    ['a side changed a line', 'one\nTWO\nfirst\n', 'one\ntwo\nsecond\n'],
    ['a side removed a line', 'one\nfirst\n', 'one\ntwo\nsecond\n'],
    ['a side is not text', 'one\ntwo\nfirst\n', 'one\ntwo\n\0\n'],
  ])('keeps no union where %s', async (_, ours, theirs) => {
    using world = await createWorld({ 'list.txt': 'one\ntwo\n' })
    const base = (await world.vault.importHead())!
    const onto = await landed(world, base, 1, { 'list.txt': ours })
    const draft = await kept(world, base, 2, { 'list.txt': theirs })
    expect(await world.vault.merge(onto, draft.ref)).toMatchObject({ conflicts: ['list.txt'], union: null })
  })

  it('keeps no union of two files that both sides made, nor where one file of several cannot have one', async () => {
    using world = await createWorld({ 'list.txt': 'one\n', 'b.txt': 'b\n' })
    const base = (await world.vault.importHead())!
    const onto = await landed(world, base, 1, { 'list.txt': 'one\ntwo\n', 'b.txt': 'ours\n', 'new.txt': 'a\n' })
    const made = await kept(world, base, 2, { 'new.txt': 'c\n' })
    const both = await kept(world, base, 3, { 'list.txt': 'one\nthree\n', 'b.txt': 'theirs\n' })
    expect(await world.vault.merge(onto, made.ref)).toMatchObject({ conflicts: ['new.txt'], union: null })
    expect(await world.vault.merge(onto, both.ref)).toMatchObject({ conflicts: ['b.txt', 'list.txt'], union: null })
  })

  it('keeps a commit under a ref', async () => {
    using world = await createWorld(FILES)
    const base = (await world.vault.importHead())!
    await world.vault.keep('refs/pm-agent/run/1/1-onto-x', base)
    expect((await world.vault.merge(base, 'refs/pm-agent/run/1/1-onto-x')).tree).toBe(await world.vault.treeOf(base))
  })
})
