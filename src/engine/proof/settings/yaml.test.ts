import { describe, expect, it } from 'vitest'
import { comparePnpmWorkspaces, parseYaml } from './yaml.ts'

const UNTOUCHED = { scripts: [], settings: [], dependencies: [] }

describe('pnpm-workspace.yaml', () => {
  it.each([
    ['in flow style', 'packages: [a, b]\n', 'packages: [a]\n'],
    ['in block style', 'packages:\n  - a\n  - b\n', 'packages:\n  - a\n'],
    ['from one style to the other', 'packages:\n  - a\n  - "b"\n', "packages: ['a']\n"],
    ['by an exception', 'packages: [a, b]\n', 'packages: [a, b, "!b"]\n'],
    ['as a whole', 'packages: [a, b]\ncatalog: {}\n', 'catalog: {}\n'],
  ])('does not lose a package %s', (_, base, text) => {
    const { settings, restored } = comparePnpmWorkspaces(base, text)!
    expect(settings).toEqual(['packages'])
    expect(parseYaml(restored)?.packages).toEqual(parseYaml(base)?.packages)
  })

  it('may get one more package, and other words for the same', () => {
    expect(comparePnpmWorkspaces('packages: [a]\n', 'packages: [a, b]\n')).toMatchObject(UNTOUCHED)
    expect(comparePnpmWorkspaces('packages: [a]\n', '# ours\npackages:\n  - "a"\n')).toMatchObject(UNTOUCHED)
  })

  it('names what may run when it is installed as dependencies, and never as packages', () => {
    const base = 'packages: [a]\nonlyBuiltDependencies:\n  - esbuild\n  - sharp\n'
    expect(comparePnpmWorkspaces(base, base.replace('  - sharp\n', ''))).toMatchObject(UNTOUCHED)
    expect(comparePnpmWorkspaces(base, `${base}  - canvas\n`)).toMatchObject({ ...UNTOUCHED, dependencies: ['canvas'] })
  })

  it('keeps how pnpm works', () => {
    expect(comparePnpmWorkspaces('packages: [a]\n', 'packages: [a]\nscriptShell: ./sh\n')).toMatchObject({
      settings: ['scriptShell'],
    })
  })

  it('cannot be judged by part where it does not parse', () => {
    expect(comparePnpmWorkspaces('packages: [a]\n', 'packages: [a\n')).toBeNull()
    expect(comparePnpmWorkspaces('packages: [a]\n', 'packages: [a]\npackages: [b]\n')).toBeNull()
  })
})
