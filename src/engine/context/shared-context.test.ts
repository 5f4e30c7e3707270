import { describe, expect, it } from 'vitest'
import { config, opened } from '../../../test/rig/core/facts.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { type Tree, tree } from '../../core/plan/ids.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Vault } from '../../ports.ts'
import { readDelta } from './landed-delta.ts'
import { readSharedContext } from './shared-context.ts'

type Files = Readonly<Record<string, string>>

/** The parts of a vault that are read, and the paths that were. */
function vaultWith(trees: Record<string, Files>) {
  const read: string[] = []
  const filesOf = (of: Tree): Files => trees[of] ?? {}
  const vault = {
    emptyTree: async () => tree('empty'),
    without: async (of: Tree, paths: readonly string[]) => {
      trees[`${of} without`] = Object.fromEntries(Object.entries(filesOf(of)).filter(([path]) => !paths.includes(path)))
      return tree(`${of} without`)
    },
    list: async (of: Tree) => Object.keys(filesOf(of)),
    readText: async (of: Tree, path: string) => {
      read.push(path)
      return filesOf(of)[path] ?? null
    },
    look: async (of: Tree, paths: readonly string[]) => {
      read.push(...paths)
      return new Map(
        paths.flatMap(path => {
          const text = filesOf(of)[path]
          return text === undefined ? [] : [[path, { is: 'file', sizeBytes: text.length, text } as const]]
        }),
      )
    },
  }
  return { vault: vault as unknown as Vault, read }
}

const contextOf = (files: Files | null, of: Partial<Plan> = {}, beside: Files = {}) => {
  const { place } = opened()
  const request = { plan: plan([task('1')], of), config: config(), place: { ...place, kept: 'in-place' as const } }
  const planFile = { readBeside: async (path: string) => beside[path] ?? null }
  return readSharedContext(
    { vault: vaultWith({ base: files ?? {} }).vault, planFile: planFile as never },
    request,
    files && tree('base'),
  )
}

describe('the shared context of a repository', () => {
  it('is read from manifests, names of files, and its pages', async () => {
    const { shared, notes } = await contextOf({
      'package.json': JSON.stringify({
        name: 'shop',
        main: './src/index.ts',
        scripts: { test: 'vitest', lint: 'biome check' },
        dependencies: { zod: '4.0.0' },
        devDependencies: { vitest: '4.0.0' },
      }),
      'package-lock.json': '{}',
      'AGENTS.md': 'Small functions.',
      'CLAUDE.md': '@AGENTS.md\n',
      'CONTRIBUTING.md': 'One change per commit.',
      'README.md': '# The shop',
      'src/index.ts': '',
      'src/api/cart.ts': '',
      'src/api/deep/er/total.ts': '',
      'test/cart.test.ts': '',
      'vendor/big.js': '',
    })
    expect(notes).toEqual([])
    expect(shared).toEqual({
      name: 'shop',
      languages: [{ name: 'TypeScript', files: 4 }],
      tools: ['npm'],
      packages: ['zod', 'vitest'],
      commands: { setup: 'npm ci', test: 'npm test', lint: 'npm run lint' },
      modules: [
        { path: 'src', files: 1 },
        { path: 'src/api', files: 2 },
        { path: 'test', files: 1 },
      ],
      keyPaths: ['package.json', 'package-lock.json', 'src/index.ts', 'test/'],
      documents: [
        { path: 'AGENTS.md', about: 'conventions', text: 'Small functions.' },
        { path: 'CONTRIBUTING.md', about: 'conventions', text: 'One change per commit.' },
        { path: 'README.md', about: 'conventions', text: '# The shop' },
      ],
    })
  })

  it.each([
    [{ 'pyproject.toml': '[project]\nname = "till"\ndependencies = ["click>=8"]\n' }, 'till', ['click']],
    [{ 'Cargo.toml': '[package]\nname = "till"\n[dependencies]\nserde = "1"\n' }, 'till', ['serde']],
    [
      { 'go.mod': 'module example.org/till\n\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n' },
      'example.org/till',
      ['github.com/a/b'],
    ],
    [{ 'README.md': '# The till\n' }, 'The till', []],
    [{ 'package.json': '{"name": 7, "dependencies": [' }, 'The shop', []],
    [null, 'The shop', []],
  ])('knows the name and the packages of %j', async (files, name, packages) => {
    const { shared } = await contextOf(files)
    expect([shared.name, shared.packages]).toEqual([name, packages])
  })

  it('does not name a held-out file', async () => {
    const files = { 'package.json': '{"main": "src/till.js"}', 'src/till.js': '', 'held/till.test.js': '' }
    const hidden = [{ is: 'file' as const, path: 'held/till.test.js' }]
    expect(JSON.stringify(await contextOf(files))).toContain('held')
    const { shared } = await contextOf(files, { tasks: [task('1', { hidden })] })
    expect(JSON.stringify(shared)).not.toContain('held')
    expect(shared.modules).not.toEqual([])
  })

  it('has the principles of the design document that the plan names, from the base or beside the plan', async () => {
    const page = '# Design\n\nIntro.\n\n## Design principles\n\nNo floats.\n\n## Data\n\nTables.\n'
    const expected = { about: 'design', text: '## Design principles\n\nNo floats.', cut: true }
    const inBase = await contextOf({ 'docs/design.md': page }, { design: './docs/design.md#top' })
    expect(inBase.shared.documents).toEqual([{ path: 'docs/design.md', ...expected }])
    const beside = await contextOf({}, { design: 'design.md' }, { 'design.md': page })
    expect(beside.shared.documents).toEqual([{ path: 'design.md', ...expected }])
    const plain = await contextOf({ 'd.md': 'All of it.' }, { design: 'd.md' })
    expect(plain.shared.documents).toEqual([{ path: 'd.md', about: 'design', text: 'All of it.' }])
  })

  it.each(['missing.md', '../secret.md', '/etc/passwd'])(
    'says that the design document %s is not there',
    async design => {
      const { shared, notes } = await contextOf({}, { design }, { '../secret.md': 'x', '/etc/passwd': 'x' })
      expect(shared.documents).toEqual([])
      expect(notes).toEqual([
        `the design document ${design} that the plan names is not in the commit this run starts from`,
      ])
    },
  )
})

describe('the difference that a landing made', () => {
  it('is read from the changed files alone', async () => {
    const before = { 'src/a.js': 'export const a = 1\n', 'src/b.js': 'x', 'logo.png': 'y' }
    const after = {
      ...before,
      'src/a.js': 'export const a = 1\nexport function b(x) {}\n',
      'src/c.test.js': 'export const t = 1\n',
    }
    const { vault, read } = vaultWith({ before, after })
    const changes = [
      { path: 'src/a.js', status: 'modified' },
      { path: 'src/c.test.js', status: 'added' },
    ] as const
    expect(await readDelta(vault, { from: tree('before'), to: tree('after') }, changes)).toEqual({
      files: [
        { path: 'src/a.js', status: 'modified', lines: { added: 1, removed: 0 } },
        { path: 'src/c.test.js', status: 'added', lines: { added: 1, removed: 0 } },
      ],
      filesLeft: 0,
      signatures: [{ path: 'src/a.js', name: 'b', was: null, is: 'function b(x)' }],
      signaturesLeft: 0,
    })
    expect(new Set(read)).toEqual(new Set(['src/a.js', 'src/c.test.js']))
  })
})
