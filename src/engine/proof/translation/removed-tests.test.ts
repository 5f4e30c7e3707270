import { describe, expect, it } from 'vitest'
import { dictionaryFrom } from './read-change.ts'
import { withoutDropped } from './removed-tests.ts'
import { translate } from './translate.ts'
import { translationOf } from './translation.ts'

type Texts = Readonly<Record<string, string>>

/** A test file once `gone` was taken out of the program: its text, and which tests went. */
async function left(before: Texts, after: Texts, [path, text]: readonly [path: string, text: string]) {
  const changed = (one: Texts, other: Texts) =>
    Object.entries(one)
      .filter(([file, words]) => other[file] !== words)
      .map(([file, words]) => ({ path: file, text: words }))
  const program = { before: changed(before, after), after: changed(after, before) }
  const translation = await translationOf(program, new Set(['gone', 'Gone']))
  const settings = { goMod: before['go.mod'] ?? null, packageJson: '{ "name": "toy" }' }
  const found = dictionaryFrom(program, [...Object.keys(before), path], translation, settings)
  const dictionary = { ...found, dropped: translation.removed.filter(({ name }) => /^gone$/i.test(name)) }
  const without = await withoutDropped({ path, text }, dictionary, async file => before[file] ?? null)
  return {
    removed: without?.removed.map(({ title }) => title) ?? null,
    text: await translate({ path, text: without?.text ?? text }, dictionary),
  }
}

const KEPT = 'export const kept = () => 1\n'
const SCRIPTS = [
  { 'src/a.js': `${KEPT}export const gone = () => 2\n`, 'src/b.js': 'export const other = () => 3\n' },
  { 'src/a.js': KEPT, 'src/b.js': 'export const other = () => 3\n' },
] as const

describe('tests of a script', () => {
  it('go where they use nothing else, and the name is imported no more', async () => {
    const test =
      "import { gone, kept } from '../src/a.js'\n\ntest('gone', () => gone())\ntest('kept', () => kept())\ntest('both', () => gone() + kept())\n"
    expect(await left(...SCRIPTS, ['test/a.test.js', test])).toEqual({
      removed: ['gone'],
      text: "import { kept } from \"../src/a.js\"\n\n{}\ntest('kept', () => kept())\ntest('both', () => gone() + kept())\n",
    })
  })

  it.each([
    ['a helper', "const help = () => kept()\ntest('a', () => gone(help()))\n", []],
    ['a helper of a helper', "const two = () => kept()\nconst one = () => two()\ntest('a', () => gone(one()))\n", []],
    ['a hook', "beforeEach(() => kept())\ntest('a', () => gone())\n", []],
    ['a program that it starts', "test('a', () => gone(run('node', ['src/b.js'])))\n", []],
    ['a module that it loads', "test('a', async () => gone(await import('../src/b.js')))\n", []],
    ['a helper of the tests', "import { help } from './help.js'\ntest('a', () => gone(help()))\n", []],
    ['nothing else, with a helper of its own', "const at = 1\ntest('a', () => gone(at))\n", ['a']],
    ['nothing else, in a group', "describe('a', () => {\n  it('b', () => gone())\n})\n", ['b']],
    ['nothing else, with parameters', "test.each([1, 2])('a %i', at => gone(at))\n", ['a ']],
    ['nothing at all', "test('a', () => {})\n", []],
  ])('are told by what they use: %s', async (_, tests, removed) => {
    const text = `import { gone, kept } from '../src/a.js'\n${tests}`
    expect((await left(...SCRIPTS, ['test/a.test.js', text])).removed).toEqual(removed)
  })

  it.each([
    [
      'a whole module',
      "import * as a from '../src/a.js'\ntest('x', () => a.gone())\ntest('y', () => a.gone(a.kept()))\n",
    ],
    [
      'require',
      "const { gone, kept } = require('../src/a.js')\ntest('x', () => gone())\ntest('y', () => gone(kept()))\n",
    ],
    [
      'a required module',
      "const a = require('../src/a.js')\ntest('x', () => a.gone())\ntest('y', () => a.gone(a.kept()))\n",
    ],
    [
      'the package itself',
      "import { gone, kept } from 'toy'\ntest('x', () => gone())\ntest('y', () => gone(kept()))\n",
    ],
  ])('are told apart where they ask by %s', async (_, text) => {
    expect((await left(...SCRIPTS, ['test/a.test.js', text])).removed).toEqual(['x'])
  })

  it('leave no empty group', async () => {
    const test = "import { gone } from '../src/a.js'\ndescribe('a', () => {\n  it('b', () => gone())\n})\n"
    expect((await left(...SCRIPTS, ['test/a.test.js', test])).text).toBe('\n{}\n')
  })
})

describe('tests of Python', () => {
  const program = [
    { 'toy/a.py': 'def kept():\n    return 1\n\n\ndef gone():\n    return 2\n' },
    { 'toy/a.py': 'def kept():\n    return 1\n' },
  ] as const
  const head = 'from toy.a import gone, kept\n\n\n'

  it('go where they use nothing else, and the name is imported no more', async () => {
    const text = `${head}def test_gone():\n    assert gone() == 2\n\n\ndef test_both():\n    assert gone() > kept()\n`
    expect(await left(...program, ['tests/test_a.py', text])).toEqual({
      removed: ['test_gone'],
      text: 'from toy.a import kept\n\n\npass\n\n\ndef test_both():\n    assert gone() > kept()\n',
    })
  })

  it.each([
    ['a helper', 'def help():\n    return kept()\n\n\ndef test_a():\n    assert gone(help())\n', []],
    [
      'a fixture of the file',
      '@pytest.fixture\ndef one():\n    return 1\n\n\ndef test_a(one):\n    assert gone(one)\n',
      ['test_a'],
    ],
    ['a fixture from elsewhere', 'def test_a(client):\n    assert gone(client)\n', []],
    ['parameters', '@pytest.mark.parametrize("at", [1])\ndef test_a(at):\n    assert gone(at)\n', ['test_a']],
    [
      'a class',
      'class TestA:\n    def test_a(self):\n        assert gone()\n\n    def test_b(self):\n        assert kept()\n',
      ['test_a'],
    ],
  ])('are told by what they use: %s', async (_, tests, removed) => {
    expect((await left(...program, ['tests/test_a.py', head + tests])).removed).toEqual(removed)
  })
})

it('tests of Go go where they use nothing else, and so do their imports', async () => {
  const mod = { 'go.mod': 'module example.com/toy\n' }
  const kept = 'package toy\n\nfunc Kept() int { return 1 }\n'
  const text =
    'package toy\n\nimport (\n\t"strings"\n\t"testing"\n)\n\nfunc TestGone(t *testing.T) {\n\tif strings.ToUpper(Gone()) != "A" {\n\t\tt.Fatal()\n\t}\n}\n\nfunc TestKept(t *testing.T) {\n\tif Kept() != 1 {\n\t\tt.Fatal()\n\t}\n}\n'
  expect(
    await left({ ...mod, 'a.go': `${kept}\nfunc Gone() string { return "a" }\n` }, { ...mod, 'a.go': kept }, [
      'a_test.go',
      text,
    ]),
  ).toEqual({
    removed: ['TestGone'],
    text: 'package toy\n\nimport (\n\t_ "strings"\n\t"testing"\n)\n\n\n\nfunc TestKept(t *testing.T) {\n\tif Kept() != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
  })
})

it('tests of Rust go where they use nothing else, and the name is used no more', async () => {
  const kept = 'pub fn kept() -> u8 {\n    1\n}\n'
  const text =
    'use toy::{gone, kept};\n\n#[test]\nfn is_gone() {\n    assert_eq!(gone(), 2);\n}\n\n#[test]\nfn both() {\n    assert!(gone() > kept());\n}\n'
  expect(
    await left({ 'src/lib.rs': `${kept}\npub fn gone() -> u8 {\n    2\n}\n` }, { 'src/lib.rs': kept }, [
      'tests/a.rs',
      text,
    ]),
  ).toEqual({
    removed: ['is_gone'],
    text: 'use toy::{ kept};\n\n\n\n#[test]\nfn both() {\n    assert!(gone() > kept());\n}\n',
  })
})

it('tests that cannot be told apart stay', async () => {
  expect((await left(...SCRIPTS, ['test/a.test.js', 'test gone: gone = 2\n'])).removed).toBeNull()
})
