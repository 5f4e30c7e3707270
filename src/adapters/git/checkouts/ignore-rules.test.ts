import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createUserRepository, type Files, scratch, writeFiles } from '../../../../test/rig/git.ts'
import { runGit } from '../git.ts'
import { bytePath } from '../objects/tree.ts'
import { isToolFolder, openIgnoreRules } from './ignore-rules.ts'

/** Git answers every combination of ignore files and paths too; our rules must agree with it. */
const CASES: readonly { readonly name: string; readonly rules: Files; readonly paths: readonly string[] }[] = [
  {
    name: 'plain names, folders and comments',
    rules: { '.gitignore': '# comment\n\n*.log\nbuild/\n\\#hash\n\\!bang\r\nspaced\\ \ntrailing   \n' },
    paths: [
      'a.log',
      'x/a.log',
      'build/a',
      'x/build/a',
      'build.txt',
      '#hash',
      '!bang',
      'spaced ',
      'trailing',
      'LOG.Log',
    ],
  },
  {
    name: 'places',
    rules: { '.gitignore': '/top\na/b\n**/deep/x\ndocs/**\nmid/**/end\n' },
    paths: ['top', 'x/top', 'a/b', 'x/a/b', 'y/deep/x', 'deep/x', 'docs/a/b', 'mid/end', 'mid/1/2/end', 'mid/1/2'],
  },
  {
    name: 'a nearer file that takes something in again',
    rules: { '.gitignore': 'dist\n*.tmp\n', 'packages/a/.gitignore': '!dist\n!keep.tmp\n' },
    paths: ['dist/x', 'packages/a/dist/x', 'packages/b/dist/x', 'packages/a/keep.tmp', 'packages/a/other.tmp'],
  },
  {
    name: 'a folder that nothing can take in again',
    rules: { '.gitignore': 'out/\n!out/keep\n', 'out/.gitignore': '!keep\n' },
    paths: ['out/keep', 'out/other'],
  },
  {
    name: 'nested rules with and without a place',
    rules: { 'sub/.gitignore': '/only\nany\nx/y\n*.o\nfolder/\n' },
    paths: [
      'only',
      'sub/only',
      'sub/z/only',
      'sub/z/any',
      'any',
      'sub/x/y',
      'sub/z/x/y',
      'sub/z/a.o',
      'a.o',
      'sub/folder/a',
    ],
  },
  {
    name: 'folders whose names look like patterns',
    rules: { 'we[i]rd *dir/.gitignore': 'hidden\n/exact\n', '#tag/.gitignore': 'hidden\n' },
    paths: [
      'we[i]rd *dir/hidden',
      'we[i]rd *dir/exact',
      'weird xdir/hidden',
      'weird *dir/exact',
      '#tag/hidden',
      'hidden',
    ],
  },
  {
    name: 'classes, question marks and names beyond ASCII',
    rules: { '.gitignore': '[ab].txt\n?.md\nümlaut*\n' },
    paths: ['a.txt', 'c.txt', 'q.md', 'qq.md', 'ümlaut-1'],
  },
]

describe('ignore rules', () => {
  it.each(CASES)('agree with git on $name', async ({ rules, paths }) => {
    using place = scratch()
    await createUserRepository(place.dir, {})
    writeFiles(place.dir, rules)
    const ours = await openIgnoreRules(join(place.dir, '.git'), new Map())
    for (const [file, text] of Object.entries(rules)) {
      ours.learn(bytePath(file.replace(/\/?\.gitignore$/, '')), text.toString())
    }
    for (const path of paths) {
      const args = ['check-ignore', '--quiet', '--no-index', '--', `./${path}`]
      const gitDir = join(place.dir, '.git')
      const environment = { GIT_LITERAL_PATHSPECS: '0' }
      const { code } = await runGit({ gitDir, workTree: place.dir, startDir: place.dir, args, environment })
      expect([path, ours.ignores(bytePath(path))]).toEqual([path, code === 0])
    }
  })

  it('skip a pattern that they do not support', async () => {
    using place = scratch()
    await createUserRepository(place.dir, {})
    const rules = await openIgnoreRules(join(place.dir, '.git'), new Map())
    rules.learn('', '[!x]y\n[^x]z\n[z-a]\n[\n')
    for (const path of ['xy', 'ay', '!y', 'xz', '^z', 'z', '['])
      expect([path, rules.ignores(path)]).toEqual([path, false])
  })

  it('skip a pattern that would take exponential time', async () => {
    using place = scratch()
    await createUserRepository(place.dir, {})
    const rules = await openIgnoreRules(join(place.dir, '.git'), new Map())
    rules.learn('', `${'*a'.repeat(30)}b\nplain\n`)
    expect(rules.ignores('a'.repeat(250))).toBe(false)
    expect(rules.ignores('plain')).toBe(true)
  })
})

describe('folders of tools', () => {
  const nothing = async () => false

  it('are recognised by name, or by a marker file', async () => {
    expect(await isToolFolder('node_modules', new Set(), nothing)).toBe(true)
    expect(await isToolFolder('target', new Set(['Cargo.toml']), nothing)).toBe(true)
    expect(await isToolFolder('target', new Set(['index.js']), nothing)).toBe(false)
    expect(await isToolFolder('venv', new Set(), async file => file === 'pyvenv.cfg')).toBe(true)
    expect(await isToolFolder('venv', new Set(), nothing)).toBe(false)
    expect(await isToolFolder('coverage', new Set(), nothing)).toBe(false)
    expect(await isToolFolder('constructor', new Set(), nothing)).toBe(false)
  })
})
