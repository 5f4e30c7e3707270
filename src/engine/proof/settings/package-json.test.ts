import { describe, expect, it } from 'vitest'
import { compareManifests } from './package-json.ts'

const text = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`
const compare = (base: object, candidate: object) => compareManifests(text(base), text(candidate))
const UNTOUCHED = { scripts: [], settings: [], dependencies: [] }

describe('scripts', () => {
  const base = { name: 'shop', scripts: { test: 'vitest run', lint: 'eslint .' } }

  it('that are neutered are named and put back', () => {
    const candidate = { name: 'shop', version: '2.0.0', scripts: { test: 'true', lint: 'eslint .' } }
    expect(compare(base, candidate)).toEqual({
      ...UNTOUCHED,
      scripts: ['test'],
      restored: text({ name: 'shop', version: '2.0.0', scripts: { test: 'vitest run', lint: 'eslint .' } }),
    })
  })

  it('that are removed are named and put back', () => {
    expect(compare(base, { name: 'shop' })).toEqual({ ...UNTOUCHED, scripts: ['test', 'lint'], restored: text(base) })
  })

  it('that are new are fine', () => {
    const candidate = { ...base, scripts: { ...base.scripts, gen: 'node gen.js' } }
    expect(compare(base, candidate)).toEqual({ ...UNTOUCHED, restored: text(candidate) })
  })

  it('that are new stay when others are put back', () => {
    const candidate = { ...base, scripts: { test: 'true', gen: 'node gen.js' } }
    expect(JSON.parse(compare(base, candidate)!.restored).scripts).toEqual({ ...base.scripts, gen: 'node gen.js' })
  })

  it.each(['pretest', 'posttest', 'prelint', 'preinstall', 'postinstall', 'prepare'])(
    'that are new and run by themselves (%s) are named and taken out',
    hook => {
      const candidate = { ...base, scripts: { ...base.scripts, [hook]: 'node cheat.js' } }
      expect(compare(base, candidate)).toEqual({ ...UNTOUCHED, scripts: [hook], restored: text(base) })
    },
  )

  it('that only look like such are fine', () => {
    const candidate = { ...base, scripts: { ...base.scripts, preview: 'vite preview', postal: 'node mail.js' } }
    expect(compare(base, candidate)).toEqual({ ...UNTOUCHED, restored: text(candidate) })
  })
})

describe('settings of a tool', () => {
  const base = { scripts: { test: 'jest' }, jest: { bail: true } }

  it('that are changed or removed are named and put back', () => {
    const expected = { ...UNTOUCHED, settings: ['jest'], restored: text(base) }
    expect(compare(base, { scripts: { test: 'jest' }, jest: { testMatch: [] } })).toEqual(expected)
    expect(compare(base, { scripts: { test: 'jest' } })).toEqual(expected)
  })

  it('that are brought to a tool which runs already are named and taken out', () => {
    const bare = { scripts: { test: 'jest', lint: 'eslint .' } }
    const candidate = { ...bare, jest: { testMatch: [] }, eslintConfig: { rules: {} } }
    expect(compare(bare, candidate)).toEqual({
      ...UNTOUCHED,
      settings: ['jest', 'eslintConfig'],
      restored: text(bare),
    })
  })

  it('that are the first of a tool are fine', () => {
    const candidate = { ...base, prettier: { semi: false } }
    expect(compare(base, candidate)).toEqual({ ...UNTOUCHED, restored: text(candidate) })
  })
})

describe('dependencies', () => {
  const base = { dependencies: { a: '1', b: '1' }, devDependencies: { c: '1' } }

  it('that are added or changed are named, each once, wherever they stand, and which are only renewed', () => {
    const candidate = {
      dependencies: { a: '1', b: '2', d: '1' },
      devDependencies: { c: '1', d: '1' },
      overrides: { c: { e: '1' } },
    }
    expect(compare(base, candidate)).toEqual({
      ...UNTOUCHED,
      dependencies: ['b', 'd', 'c'],
      renewed: ['b'],
      brought: ['d'],
      restored: text(candidate),
    })
  })

  it('that can only be what they might have been before are not asked about, unless others have to install them', () => {
    const ranges = { dependencies: { a: '^1.0.0', b: '^1.0.0' }, peerDependencies: { b: '^1.0.0' } }
    const candidate = { dependencies: { a: '^1.2.0', b: '^1.2.0' }, peerDependencies: { b: '^1.2.0' } }
    expect(compare(ranges, candidate)).toMatchObject({ dependencies: ['b'], narrowed: ['a'] })
  })

  it('that are removed are fine', () => {
    const candidate = { dependencies: { a: '1' } }
    expect(compare(base, candidate)).toEqual({ ...UNTOUCHED, restored: text(candidate) })
  })
})

describe('a manifest', () => {
  it('in which something else changed is ordinary code, byte for byte', () => {
    expect(compareManifests('{"name":"a"}', '{ "name": "b" }')).toEqual({ ...UNTOUCHED, restored: '{ "name": "b" }' })
  })

  it.each(['not JSON', '[]', 'null', '"text"'])('that cannot be read (%s) is not compared', broken => {
    expect(compareManifests('{}', broken)).toBeNull()
    expect(compareManifests(broken, '{}')).toBeNull()
  })

  it('whose scripts are no object has none', () => {
    expect(compareManifests('{"scripts":[1]}', '{"scripts":"x"}')).toEqual({
      ...UNTOUCHED,
      restored: '{"scripts":"x"}',
    })
  })
})

describe('what does the work', () => {
  const base = { packageManager: 'npm@11', workspaces: ['packages/a', 'packages/b'] }

  it('is put back when it is changed, or when a package is dropped', () => {
    expect(compare(base, { ...base, packageManager: 'npm@1' })).toMatchObject({
      settings: ['packageManager'],
      restored: text(base),
    })
    expect(compare(base, { ...base, workspaces: ['packages/a'] })).toMatchObject({ settings: ['workspaces'] })
    expect(compare(base, { ...base, workspaces: [...base.workspaces, '!packages/b'] })).toMatchObject({
      settings: ['workspaces'],
    })
  })

  const asking = { settingsOf: () => false, renewing: (name: string) => name === 'npm', otherNodes: true }
  const asked = (before: object, after: object) => compareManifests(text(before), text(after), asking)

  it('may be renewed where that is asked for, and is shown', () => {
    expect(asked(base, { ...base, packageManager: 'npm@12.1.0+sha512.ab' })).toMatchObject({
      settings: [],
      asked: ['packageManager'],
    })
    const engines = { ...base, engines: { node: '>=18', npm: '>=8' } }
    expect(asked(engines, { ...base, engines: { node: '>=20', npm: '>=8' } })).toMatchObject({ asked: ['engines'] })
  })

  it.each([
    ['another package manager', { packageManager: 'pnpm@12.1.0' }],
    ['one from elsewhere', { packageManager: 'npm@https://example.org/npm.tgz' }],
    ['none', { packageManager: undefined }],
  ])('is not renewed by %s', (_, change) => {
    expect(asked(base, { ...base, ...change })).toMatchObject({ settings: ['packageManager'] })
  })

  it.each([
    ['another npm', { node: '>=20', npm: '>=1' }],
    ['no Node', { npm: '>=8' }],
  ])('is not what was asked for: %s', (_, engines) => {
    const before = { ...base, engines: { node: '>=18', npm: '>=8' } }
    expect(asked(before, { ...before, engines })).toMatchObject({ settings: ['engines'] })
  })

  it('may be named for the first time, and a package may be added', () => {
    const candidate = { ...base, engines: { node: '>=20' }, workspaces: [...base.workspaces, 'packages/c'] }
    expect(compare(base, candidate)).toEqual({ ...UNTOUCHED, restored: text(candidate) })
  })
})
