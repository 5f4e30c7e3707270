import { describe, expect, it } from 'vitest'
import { examplesIn } from './examples.ts'

const found = async (sentence: string) =>
  (await examplesIn(sentence)).map(({ name, args, expected }) => [
    name,
    args,
    (JSON.parse(expected) as { v: unknown }).v,
  ])

describe('examples in a sentence of a task', () => {
  it.each([
    ['`slug("A b")` → `"a-b"`', 'slug', ['A b'], 'a-b'],
    ['`slug("A b") === "a-b"`', 'slug', ['A b'], 'a-b'],
    ["For instance `slug('A')` returns `'a'`, and so on.", 'slug', ['A'], 'a'],
    ['`add(1, -2)` is `-1`', 'add', [1, -2], -1],
    ['`add(1, 2)` should return "three"', 'add', [1, 2], 'three'],
    ['`parse("a=1")` gives `{ a: 1 }`', 'parse', ['a=1'], { t: 'object', v: [['a', 1]] }],
    ['`range(2) -> [0, 1]`', 'range', [2], { t: 'array', v: [0, 1] }],
  ])('are found in %s', async (sentence, name, args, expected) => {
    expect(await found(sentence)).toEqual([[name, args, expected]])
  })

  it.each([
    '`slug("a")` and `"b"` are texts',
    '`slug("a")` is not `"b"`',
    '`price(5)` gives `0.5` instead of `0.05`',
    '`slug(text)` returns `"a"`',
    '`npm test` → `exit 0`',
    '`add(1)` returns `add(2)`',
    'It returns "a" for `slug`',
    '`cart.add(1)` returns `2`',
  ])('are not invented in %s', async sentence => {
    expect(await found(sentence)).toEqual([])
  })
})
