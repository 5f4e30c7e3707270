import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { replayed } from '../../../../test/rig/proof/witnessing.ts'
import { asWord } from '../../../core/text/pattern.ts'
import { parametersIn } from './asked-calls.ts'
import { type BareTrace, bareDifferences, bareTrace } from './bare-calls.ts'
import { callText, outcomeText } from './values-as-text.ts'

/** The bare calls that differ for a task with these words; null if the tests add nothing. */
async function bared(name: 'javascript' | 'python', words: string, files: Record<string, string>, before = '') {
  const asked = {
    isSpokenOf: (one: string) => asWord(one).test(words),
    parametersOf: (one: string) => parametersIn(words, one),
    wasThere: (one: string) => asWord(one).test(before),
  }
  let bare: BareTrace | null = null
  const { replays } = await replayed(name, files, trace => {
    bare = bareTrace(trace, asked)
    return bare?.trace ?? trace
  })
  return (
    bare &&
    bareDifferences(bare, replays).map(
      ({ call, outside }) => `${callText(call.name, call.args, call.isNew)} ${outcomeText(outside)}`,
    )
  )
}

const inNode = (words: string, program: string, imports: string, body: string, before?: string) =>
  bared(
    'javascript',
    words,
    {
      'package.json': '{"type":"module"}',
      'src/a.js': program,
      'test/a.test.js': `import { test } from 'node:test'\nimport assert from 'node:assert/strict'\nimport { ${imports} } from '../src/a.js'\ntest('it', async () => {\n${body}\n})\n`,
    },
    before,
  )

describe('a program that is right only with what its tests add', () => {
  const words = 'Add `slug(text)`: small letters'
  const test = (call: string, more = '') => `${more}\nassert.equal(${call}, 'ab')`

  it.each([
    [
      'a function as an argument',
      'export const slug = (text, { fold = one => one } = {}) => fold(text)',
      ['slug', test("slug('AB', { fold: text => text.toLowerCase() })")],
    ],
    [
      'an argument',
      'export const slug = (text, low) => (low ? text.toLowerCase() : text)',
      ['slug', test("slug('AB', true)")],
    ],
    [
      'a variable',
      'export const slug = text => (process.env.LOW ? text.toLowerCase() : text)',
      ['slug', test("slug('AB')", "process.env.LOW = '1'")],
    ],
    [
      'a setter',
      'let low = false\nexport const use = is => { low = is }\nexport const slug = text => (low ? text.toLowerCase() : text)',
      ['slug, use', test("slug('AB')", 'use(true)')],
    ],
  ])('has another result without %s', async (_, program, [imports, body]) => {
    expect(await inNode(words, program, imports!, body!)).toEqual(['slug("AB") returns "AB"'])
  })

  it('has another result without an overridden method', async () => {
    const program = 'export class Slugger { slug(text) { return this.fold(text) } fold(text) { return text } }'
    const body = 'class Mine extends Slugger { fold(text) { return text.toLowerCase() } }\n'
    const found = await inNode(
      'Add `new Slugger().slug(text)`',
      program,
      'Slugger',
      test("new Mine().slug('AB')", body),
    )
    expect(found).toEqual(['new Slugger().slug("AB") returns "AB"'])
  })
})

describe('a program that needs what its tests add', () => {
  it.each([
    [
      'the clock',
      'Add `age(year)`',
      'export const age = (year, now = new Date()) => now.getFullYear() - year',
      ['age', 'assert.equal(age(2000, new Date(0)), -30)'],
    ],
    [
      'a service',
      'Add `load(name)`',
      "export const load = async (name, get = () => { throw new Error('no server') }) => get(name)",
      ['load', "assert.equal(await load('a', async name => name + '!'), 'a!')"],
    ],
    [
      'a variable that the task names',
      'Add `port()`, from the variable PORT',
      'export const port = () => Number(process.env.PORT ?? 1)',
      ['port', "process.env.PORT = '80'\nassert.equal(port(), 80)"],
    ],
    [
      'a printer',
      'Add `log(text)`',
      'export const log = (text, print = () => {}) => { print(text) }',
      ['log', "const said = []\nlog('a', text => said.push(text))\nassert.deepEqual(said, ['a'])"],
    ],
    [
      'an option besides what it does without',
      'Add `join(list)`',
      "export const join = (list, by = '-') => list.join(by)",
      ['join', "assert.equal(join(['a', 'b']), 'a-b')\nassert.equal(join(['a', 'b'], '+'), 'a+b')"],
    ],
  ])('is left alone: %s', async (_, words, program, [imports, body]) => {
    expect((await inNode(words, program, imports!, body!)) ?? []).toEqual([])
  })

  it('is left alone if it had the function before', async () => {
    const program = "export const price = (cents, unit) => cents + (unit ?? '')"
    expect(
      await inNode('Fix `price(cents)`', program, 'price', "assert.equal(price(5, 'c'), '5c')", program),
    ).toBeNull()
  })
})

const hasPython = spawnSync('python3', ['--version']).status === 0

it.skipIf(!hasPython)(
  `bare calls of Python${hasPython ? '' : ' (not run: python3 is not here)'} are made without arguments, variables and overrides of the tests`,
  async () => {
    const files = {
      'shop/__init__.py': '',
      'shop/a.py':
        'import os\n\ndef slug(text, fold=lambda one: one):\n    return fold(text)\n\ndef low(text):\n    return text.lower() if "LOW" in os.environ else text\n\nclass Slugger:\n    def slug_of(self, text):\n        return self.fold(text)\n    def fold(self, text):\n        return text\n',
      'tests/__init__.py': '',
      'tests/test_a.py':
        'import os\nimport unittest\nfrom shop.a import Slugger, low, slug\n\nclass Mine(Slugger):\n    def fold(self, text):\n        return text.lower()\n\nclass T(unittest.TestCase):\n    def test_it(self):\n        os.environ["LOW"] = "1"\n        self.assertEqual(slug("AB", fold=str.lower), "ab")\n        self.assertEqual(low("AB"), "ab")\n        self.assertEqual(Mine().slug_of("AB"), "ab")\n',
    }
    expect(await bared('python', 'Add `slug(text)`, `low(text)` and `Slugger.slug_of(text)`', files)).toEqual([
      'slug("AB") returns "AB"',
      'low("AB") returns "AB"',
      'new Slugger().slug_of("AB") returns "AB"',
    ])
  },
)

describe('the parameters that a task writes', () => {
  it.each([
    ['`slug(text, { by = "-" })` and `slug("A")`', ['text', '{ by = "-" }']],
    ['`slug()`', []],
    ['`slug(...texts)`', null],
    ['`slug` and `reslug(a)`', null],
  ])('of %s', (words, found) => {
    expect(parametersIn(words, 'slug')).toEqual(found)
  })
})
