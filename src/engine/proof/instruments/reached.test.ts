import { describe, expect, it } from 'vitest'
import { reached } from './reached.ts'
import { roleOf } from './roles.ts'

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "scripts": { "precheck": "node tools/pre.mjs", "check": "sh scripts/check.sh" } }',
  Makefile:
    'GOLDEN = golden/a.txt\nall: check\ncheck: build lists/names.csv\n\t@node src/cli.js | diff - $(GOLDEN)\nbuild:\n\tnode src/build.js\nother:\n\tsh other.sh\n',
  'packages/a/package.json': '{ "name": "@toy/a", "scripts": { "test": "node run.js" } }',
  'packages/a/run.js': '',
  'scripts/check.sh': '#!/bin/sh\n# not: notes.txt\ncd web\nnode cli.js > /tmp/x && cmp /tmp/x "../expected.json"\n',
  'scripts/check.mjs':
    "import { slug } from '../src/slug.js'\nimport cases from './cases.js'\nreadFileSync('expected.json')\n",
  'scripts/check.py': 'from toy.words import words\nopen("lists/names.csv")\n',
  'scripts/cases.js': '',
  'tools/pre.mjs': '',
  'src/cli.js': "import './slug.js'\n",
  'src/slug.js': '',
  'src/build.js': '',
  'toy/words.py': '',
  'web/cli.js': '',
  'expected.json': '',
  'golden/a.txt': '',
  'lists/names.csv': '',
  'notes.txt': '',
  'other.sh': '',
}

const of = async (command: string) => {
  const isFollowed = (path: string) => roleOf(path, new Set()) === 'checker'
  const tree = { list: Object.keys(FILES), readText: async (path: string) => FILES[path] ?? null }
  const { files, rules, compares } = await reached(command, tree, isFollowed)
  return { files: [...files].sort(), rules: Object.fromEntries([...rules].map(([k, v]) => [k, [...v]])), compares }
}

describe('what a command comes to', () => {
  it.each([
    ['node src/cli.js --all', ['src/cli.js']],
    ['cd web && node ./cli.js', ['web/cli.js']],
    ['diff <(node src/cli.js) "golden/a.txt"', ['golden/a.txt', 'src/cli.js']],
    ['node src/cli.js --config=expected.json', ['expected.json', 'src/cli.js']],
    ['cat golden/*.txt lists/', ['golden/a.txt', 'lists/names.csv']],
    ['python3 -m toy.words', ['toy/words.py']],
    ['node scripts/check.mjs', ['expected.json', 'scripts/cases.js', 'scripts/check.mjs', 'src/slug.js']],
    ['python3 scripts/check.py', ['lists/names.csv', 'scripts/check.py', 'toy/words.py']],
    ['sh scripts/check.sh', ['expected.json', 'scripts/check.sh', 'web/cli.js']],
    ['npm run check', ['expected.json', 'package.json', 'scripts/check.sh', 'tools/pre.mjs', 'web/cli.js']],
    ['make check', ['Makefile', 'golden/a.txt', 'lists/names.csv', 'src/build.js', 'src/cli.js']],
    ['make', ['Makefile', 'golden/a.txt', 'lists/names.csv', 'src/build.js', 'src/cli.js']],
    ['npm test -w packages/a', ['packages/a/package.json', 'packages/a/run.js']],
    ['npm test --workspace=@toy/a', ['packages/a/package.json', 'packages/a/run.js']],
    ['echo nothing', []],
  ])('%s', async (command, files) => {
    expect((await of(command)).files).toEqual(files)
  })

  it('names the rules and scripts that it goes through', async () => {
    expect((await of('make check')).rules).toEqual({ Makefile: ['check', 'GOLDEN', 'build'] })
    expect((await of('npm run check')).rules).toEqual({ 'package.json': ['precheck', 'check'] })
    expect((await of('npm run missing')).rules).toEqual({ 'package.json': ['missing'] })
  })

  it.each(['make check', 'go run . | diff - golden/a.txt', 'cmp out.txt golden/a.txt', 'diff <(run) golden/a.txt'])(
    'is a comparison with what was made: %s',
    async command => {
      expect(await of(command)).toMatchObject({ compares: true })
    },
  )

  it('is none between two files, nor where the word stands for something else', async () => {
    expect(await of('diff notes.txt golden/a.txt')).toMatchObject({ compares: false })
    expect(await of('grep -q diff notes.txt')).toMatchObject({ compares: false })
  })
})
