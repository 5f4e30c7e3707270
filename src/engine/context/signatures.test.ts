import { expect, test } from 'vitest'
import { changedSignatures } from './signatures.ts'

const changes = async (path: string, before: string | null, after: string | null) =>
  (await changedSignatures(path, before, after)).map(({ name, was, is }) => [name, was, is])

test.each([
  [
    'src/a.ts',
    'export function sum(a: number): number { return a }\nexport const gone = 1\nfunction own() {}\n',
    'export function sum(a: number, b: number): number { return a + b }\nexport class Cart { total(): number { return 1 } }\n',
    [
      ['Cart', null, 'class Cart { total():number }'],
      ['sum', 'function sum(a:number):number', 'function sum(a:number,b:number):number'],
      ['gone', 'const gone = NumericLiteral', null],
    ],
  ],
  [
    'shop/cart.py',
    'def total(items):\n    return 1\n\ndef _own():\n    pass\n',
    'def total(items, *, tax: float = 0.2) -> float:\n    return 1\n\nclass Cart(Base):\n    def add(self, item):\n        self.x = item\n    def _own(self):\n        pass\n',
    [
      ['Cart', null, 'class Cart(Base)'],
      ['Cart.add', null, 'Cart: def add(self, item)'],
      ['total', 'def total(items)', 'def total(items, *, tax: float = 0.2) -> float'],
    ],
  ],
  [
    'cart.go',
    'package cart\n\nfunc Total(a int) int { return a }\n\nfunc own() {}\n',
    'package cart\n\nfunc Total(a int, b int) int { return a + b }\n\ntype Cart struct { Items int }\n',
    [
      ['Cart', null, 'type Cart struct { Items int }'],
      ['Total', 'func Total(a int) int', 'func Total(a int, b int) int'],
    ],
  ],
  [
    'src/lib.rs',
    'pub fn total(a: u32) -> u32 { a }\nfn own() {}\n',
    'pub fn total(a: u32, b: u32) -> u32 { a + b }\n',
    [['total', 'fn total(a: u32) -> u32', 'fn total(a: u32, b: u32) -> u32']],
  ],
])('the public names of %s that differ are found, private ones are not', async (path, before, after, expected) => {
  expect(await changes(path, before, after)).toEqual(expected)
})

test('a file that is new or gone has all of its names, and one that cannot be read has none', async () => {
  expect(await changes('a.js', null, 'export const a = () => 1\n')).toEqual([['a', null, 'const a = ()']])
  expect(await changes('a.js', 'export const a = () => 1\n', null)).toEqual([['a', 'const a = ()', null]])
  expect(await changes('a.js', null, 'export const = ((((')).toEqual([])
  expect(await changes('a.css', null, 'a { color: red }')).toEqual([])
})
