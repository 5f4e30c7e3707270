import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitFiles, createWorld } from '../../../../test/rig/git.ts'
import { git } from '../git.ts'

/** Names that break programs which split on spaces or lines, or that quote. */
const ODD_NAMES = [
  'with space.txt',
  'two\nlines.txt',
  'carriage\rreturn.txt',
  'quo"te.txt',
  "apo'strophe.txt",
  'back\\slash.txt',
  'tab\there.txt',
  'émoji 🎉.txt',
  ':(top)colon.txt',
  '-dash.txt',
  'star*[a].txt',
]

/** With control characters as lone surrogates. */
const shown = (path: string): string =>
  path.replace(/[\n\r\t]/g, control => String.fromCharCode(0xdc00 + control.charCodeAt(0)))

describe('trees', () => {
  it('store every name, and show none that begins a line', async () => {
    using world = await createWorld({})
    const { vault } = world
    const empty = await vault.emptyTree()
    const full = await vault.edit(
      empty,
      ODD_NAMES.map(path => ({ path, text: `text of ${path}` })),
    )
    expect([...(await vault.list(full))].sort()).toEqual(ODD_NAMES.map(shown).sort())
    for (const path of [...ODD_NAMES, ...ODD_NAMES.map(shown)])
      expect((await vault.readText(full, path))!.replace(/^text of /, '')).toBe(
        ODD_NAMES.find(name => shown(name) === shown(path)),
      )
    const added = await vault.diff(empty, full)
    expect(added.map(change => change.path).sort()).toEqual(ODD_NAMES.map(shown).sort())
    for (const names of [ODD_NAMES, ODD_NAMES.map(shown)]) expect(await vault.without(full, names)).toBe(empty)
  })

  it('store names that are not UTF-8, and keep them distinct', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const { vault, user } = world
    const named = (byte: number) =>
      Buffer.concat([Buffer.from(`${user.top}/é-`), Buffer.from([byte]), Buffer.from('/package.json')])
    for (const byte of [0xe8, 0xe9]) {
      mkdirSync(named(byte).subarray(0, -'/package.json'.length))
      writeFileSync(named(byte), `{"byte":${byte}}`)
    }
    const before = await vault.treeOf((await vault.importHead())!)
    await commitFiles(user.top, {})
    const after = await vault.treeOf((await vault.importHead())!)
    const paths = (await vault.diff(before, after)).map(change => change.path)
    expect(new Set(paths).size).toBe(2)
    expect(await vault.list(after)).toEqual(['a.txt', ...paths])
    expect(await vault.readText(after, paths[1]!)).toBe('{"byte":233}')
    // The journal holds paths as JSON.
    const [first, second] = JSON.parse(JSON.stringify(paths))
    const one = await vault.edit(after, [{ path: first, from: before }])
    expect(await vault.list(one)).toEqual(['a.txt', second])
    expect(await vault.without(one, [second])).toBe(before)
    expect(
      await vault.edit(
        before,
        paths.map(path => ({ path, from: after })),
      ),
    ).toBe(after)
  })

  it('are edited by text, by another tree, and by removal', async () => {
    using world = await createWorld({ 'run.sh*': 'old', 'keep.txt': 'keep', 'gone.txt': 'gone', 'dir/a.txt': 'a' })
    const { vault } = world
    const base = await vault.treeOf((await vault.importHead())!)
    const edited = await vault.edit(base, [
      { path: 'run.sh', text: 'new' },
      { path: 'gone.txt', remove: true },
      { path: 'dir/b.txt', text: 'b' },
    ])
    expect(await vault.diff(base, edited)).toEqual([
      { path: 'dir/b.txt', status: 'added' },
      { path: 'gone.txt', status: 'deleted' },
      { path: 'run.sh', status: 'modified' },
    ])
    const listed = await git({ gitDir: world.vaultDir, args: ['ls-tree', edited, 'run.sh'] })
    expect(listed.toString()).toMatch(/^100755 /)
    const back = await vault.edit(edited, [
      { path: 'run.sh', from: base },
      { path: 'gone.txt', from: base },
      { path: 'dir/b.txt', from: base },
    ])
    expect(back).toBe(base)
    expect(await vault.edit(base, [])).toBe(base)
  })

  it('let a folder take the place of a file, and the other way round', async () => {
    using world = await createWorld({ thing: 'file', 'dir/a.txt': 'a' })
    const { vault } = world
    const base = await vault.treeOf((await vault.importHead())!)
    const edited = await vault.edit(base, [
      { path: 'thing/inside.txt', text: 'x' },
      { path: 'dir', text: 'now a file' },
    ])
    expect(await vault.list(edited)).toEqual(['dir', 'thing/inside.txt'])
    expect(
      await vault.edit(edited, [
        { path: 'thing', from: base },
        { path: 'dir', from: base },
      ]),
    ).toBe(base)
  })

  it('drop files by name and folders by a trailing slash', async () => {
    using world = await createWorld({ 'dir/a.txt': 'a', 'dir/sub/b.txt': 'b', 'dirty.txt': 'c', other: 'd' })
    const { vault } = world
    const base = await vault.treeOf((await vault.importHead())!)
    expect(await vault.list(await vault.without(base, ['dir/', 'other']))).toEqual(['dirty.txt'])
    expect(await vault.list(await vault.without(base, ['dir', 'absent']))).toHaveLength(4)
  })

  it('have no text where there is a link, a folder or nothing', async () => {
    using world = await createWorld({ 'dir/a.txt': 'a' })
    symlinkSync('/etc/passwd', join(world.user.top, 'link'))
    await commitFiles(world.user.top, {})
    const tree = await world.vault.treeOf((await world.vault.importHead())!)
    expect(await world.vault.readText(tree, 'link')).toBeNull()
    expect(await world.vault.readText(tree, 'dir')).toBeNull()
    expect(await world.vault.readText(tree, 'absent')).toBeNull()
  })

  it('are compared without programs or attributes that could hide something', async () => {
    using world = await createWorld({ '.gitattributes': '* -diff\n', 'a.txt': 'old\n' })
    const { vault } = world
    const base = await vault.treeOf((await vault.importHead())!)
    const patch = await vault.patch(base, await vault.edit(base, [{ path: 'a.txt', text: 'new\n' }]))
    expect(patch).toContain('-old\n+new\n')
  })
})
