import { describe, expect, it } from 'vitest'
import { dictionaryFrom } from './read-change.ts'
import { translate } from './translate.ts'
import { translationOf } from './translation.ts'

type Texts = Readonly<Record<string, string>>

/** Files of the program before and after a change, and a test of the base under the new places and names. */
async function translated(before: Texts, after: Texts, test: readonly [path: string, text: string]): Promise<string> {
  const changed = (one: Texts, other: Texts) =>
    Object.entries(one)
      .filter(([path, text]) => other[path] !== text)
      .map(([path, text]) => ({ path, text }))
  const program = { before: changed(before, after), after: changed(after, before) }
  const files = [...Object.keys(before), test[0]]
  const goMod = before['go.mod'] ?? null
  const dictionary = dictionaryFrom(program, files, await translationOf(program), { goMod })
  return translate({ path: test[0], text: test[1] }, dictionary)
}

const WORDS = "export function shout(text) {\n  return text.toUpperCase() + '!'\n}\n"
const NAMES = 'export function initials(name) {\n  return name.split(/ +/).map(part => part[0]).join("")\n}\n'

describe('a script of the base', () => {
  it.each([
    [
      'asks for a module where it lies now',
      { 'src/words.js': WORDS },
      { 'src/text/words.js': WORDS },
      "import { shout } from '../src/words.js'\nvi.mock('../src/words.js')\nrun('src/words.js', 'words')\n",
      "import { shout } from '../src/text/words.js'\nvi.mock('../src/text/words.js')\nrun('src/text/words.js', 'words')\n",
    ],
    [
      'asks without an ending as it did before',
      { 'src/words.ts': WORDS },
      { 'src/words/index.ts': WORDS },
      "const words = require('../src/words')\n",
      "const words = require('../src/words')\n",
    ],
    [
      'asks for a module that is written in another language now',
      { 'src/words.js': WORDS },
      { 'src/words.ts': WORDS.replace('(text)', '(text: string): string') },
      "import { shout } from '../src/words.js'\n",
      "import { shout } from '../src/words.ts'\n",
    ],
    [
      'asks behind an alias for a folder',
      { 'src/words.js': WORDS },
      { 'src/text/words.js': WORDS },
      "import { shout } from '@/words'\n",
      "import { shout } from '@/text/words'\n",
    ],
    [
      'says a name as it is now, but not in what it says to people',
      { 'src/words.js': WORDS, 'src/cli.js': "import { shout } from './words.js'\nprint(shout('a'))\n" },
      {
        'src/words.js': WORDS.replace('shout', 'yell'),
        'src/cli.js': "import { yell } from './words.js'\nprint(yell('a'))\n",
      },
      "import { shout } from '../src/words.js'\ntest('shout', () => expect(shout('a')).toBe('A!')) // shout\n",
      "import { yell } from '../src/words.js'\ntest('shout', () => expect(yell('a')).toBe('A!')) // shout\n",
    ],
    [
      'keeps its own word for a name that means more than one thing',
      { 'src/url.js': 'export function parse(text) {\n  return JSON.parse(text)\n}\n' },
      { 'src/url.js': 'export function parseUrl(text) {\n  return JSON.parse(text)\n}\n' },
      "import { parse } from '../src/url.js'\nimport * as url from '../src/url.js'\nparse(JSON.parse(url.parse('1')))\n",
      "import { parseUrl as parse } from \"../src/url.js\"\nimport * as url from '../src/url.js'\nparse(JSON.parse(url.parseUrl('1')))\n",
    ],
    [
      'says members and options as they are now',
      {
        'src/box.js': 'export class Box {\n  put(one, { times = 1 } = {}) {\n    this.held.push(one, times)\n  }\n}\n',
      },
      {
        'src/box.js': 'export class Box {\n  add(one, { count = 1 } = {}) {\n    this.held.push(one, count)\n  }\n}\n',
      },
      "import { Box } from '../src/box.js'\nnew Box().put(1, { times: 2 })\n",
      "import { Box } from '../src/box.js'\nnew Box().add(1, { count: 2 })\n",
    ],
    [
      'asks each of the modules that one was split into',
      { 'src/words.js': WORDS + NAMES },
      { 'src/words.js': WORDS, 'src/names.js': NAMES },
      "import { initials, shout as loud } from '../src/words.js'\n",
      'import { shout as loud } from "../src/words.js"; import { initials } from "../src/names.js"\n',
    ],
    [
      'asks each of the modules that one was split into by require',
      { 'src/words.js': 'const shout = 1\nconst initials = 2\nmodule.exports = { shout, initials }\n' },
      {
        'src/words.js': 'const shout = 1\nmodule.exports = { shout }\n',
        'src/names.js': 'const initials = 2\nmodule.exports = { initials }\n',
      },
      "const { initials, shout } = require('../src/words.js')\n",
      'const { shout } = require("../src/words.js"), { initials } = require("../src/names.js")\n',
    ],
    [
      'follows a name that moved and was renamed with its file',
      { 'lib/words.js': WORDS },
      { 'lib/yell.js': WORDS.replace('shout', 'yell') },
      "import { shout } from '../lib/words.js'\nshout('a')\n",
      "import { yell } from '../lib/yell.js'\nyell('a')\n",
    ],
    [
      'is left alone where nothing moved',
      { 'src/words.js': WORDS },
      { 'src/words.js': WORDS.replace("'!'", "'?'") },
      "import { shout } from '../src/words.js'\n",
      "import { shout } from '../src/words.js'\n",
    ],
  ] as readonly (readonly [string, Texts, Texts, string, string])[])('%s', async (_, before, after, test, expected) => {
    expect(await translated(before, after, ['test/words.test.js', test])).toBe(expected)
  })
})

const PY_WORDS = 'def shout(text):\n    return text.upper() + "!"\n'
const PY_NAMES = 'def initials(name):\n    return "".join(part[0] for part in name.split())\n'

describe('a Python file of the base', () => {
  it.each([
    [
      'asks for a module where it lies now',
      { 'toy/words.py': PY_WORDS },
      { 'toy/text/words.py': PY_WORDS },
      'from toy.words import shout\nfrom toy import words\nimport toy.words\n\n\ndef test_shout():\n    with patch("toy.words.shout"):\n        toy.words.shout("a")\n',
      'from toy.text.words import shout\nfrom toy.text import words\nimport toy.text.words\n\n\ndef test_shout():\n    with patch("toy.text.words.shout"):\n        toy.text.words.shout("a")\n',
    ],
    [
      'calls a module of the root by the name it knows',
      { 'words.py': PY_WORDS },
      { 'toy/words.py': PY_WORDS },
      'import words\nwords.shout("a")\n',
      'import toy.words as words\nwords.shout("a")\n',
    ],
    [
      'needs no change where a module became a package',
      { 'src/toy/words.py': PY_WORDS },
      { 'src/toy/words/__init__.py': PY_WORDS },
      'from toy.words import shout\n',
      'from toy.words import shout\n',
    ],
    [
      'says a name as it is now',
      { 'toy/words.py': PY_WORDS },
      { 'toy/words.py': PY_WORDS.replace('shout', 'yell') },
      'from toy.words import (\n    shout,\n)\n\n\ndef test_it():\n    """shout"""\n    assert shout("a") == "A!"\n',
      'from toy.words import (\n    yell,\n)\n\n\ndef test_it():\n    """shout"""\n    assert yell("a") == "A!"\n',
    ],
    [
      'asks each of the modules that one was split into',
      { 'toy/words.py': PY_WORDS + PY_NAMES },
      { 'toy/words.py': PY_WORDS, 'toy/names.py': PY_NAMES },
      'from toy.words import initials, shout as loud\n',
      'from toy.names import initials; from toy.words import shout as loud\n',
    ],
  ] as readonly (readonly [string, Texts, Texts, string, string])[])('%s', async (_, before, after, test, expected) => {
    expect(await translated(before, after, ['tests/test_words.py', test])).toBe(expected)
  })
})

const GO_WORDS =
  '// Package words speaks.\npackage words\n\nimport "strings"\n\nfunc Shout(text string) string {\n\treturn strings.ToUpper(text) + "!"\n}\n'

describe('a Go file of the base', () => {
  it('imports a package from where it lies now, by its name of now', async () => {
    const test = 'package main_test\n\nimport "example.com/toy/words"\n\nvar _ = words.Shout("words")\n'
    const mod = { 'go.mod': 'module example.com/toy\n' }
    expect(
      await translated(
        { ...mod, 'words/words.go': GO_WORDS },
        { ...mod, 'internal/text/words.go': GO_WORDS.replace('package words', 'package text') },
        ['main_test.go', test],
      ),
    ).toBe('package main_test\n\nimport "example.com/toy/internal/text"\n\nvar _ = text.Shout("words")\n')
  })

  it('says a name as it is now', async () => {
    const test =
      'package words\n\nfunc TestShout(t *testing.T) {\n\tif Shout("Shout") != "SHOUT!" {\n\t\tt.Fatal("Shout")\n\t}\n}\n'
    const renamed = { 'words/words.go': GO_WORDS.replace('Shout', 'Yell') }
    expect(await translated({ 'words/words.go': GO_WORDS }, renamed, ['words/words_test.go', test])).toBe(
      test.replace('if Shout(', 'if Yell('),
    )
  })
})

describe('a Rust file of the base', () => {
  const words = 'pub fn shout(text: &str) -> String {\n    text.to_uppercase() + "!"\n}\n'

  it('names a module by its path of now', async () => {
    const before = { 'src/lib.rs': 'pub mod words;\n', 'src/words.rs': words }
    const after = { 'src/lib.rs': 'pub mod text;\n', 'src/text/mod.rs': 'pub mod words;\n', 'src/text/words.rs': words }
    const test =
      'use toy::words::shout;\n\n#[test]\nfn loud<\'a>() {\n    assert_eq!(shout("words::a"), "WORDS::A!");\n}\n'
    expect(await translated(before, after, ['tests/words.rs', test])).toBe(
      test.replace('toy::words', 'toy::text::words'),
    )
  })

  it('says a name as it is now', async () => {
    const test = 'use toy::shout;\n\n#[test]\nfn loud() {\n    assert_eq!(shout("shout"), "SHOUT!");\n}\n'
    expect(
      await translated({ 'src/lib.rs': words }, { 'src/lib.rs': words.replace('shout', 'yell') }, ['tests/a.rs', test]),
    ).toBe('use toy::yell;\n\n#[test]\nfn loud() {\n    assert_eq!(yell("shout"), "SHOUT!");\n}\n')
  })
})
