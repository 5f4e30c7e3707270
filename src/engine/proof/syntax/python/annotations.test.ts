import { describe, expect, it } from 'vitest'
import { differsInAnnotations, isSameUnannotated } from './annotations.ts'

const CART =
  'class Cart:\n    def __init__(self, items=None):\n        self._items = dict(items or {})\n\n    def count(self, name):\n        found = self._items.get(name, 0)\n        return found\n'
const TYPED = `from __future__ import annotations\n\nfrom collections.abc import Mapping\n\n\n${CART.replace(
  'items=None',
  'items: Mapping[str, int] | None = None',
)
  .replace('self._items =', 'self._items: dict[str, int] =')
  .replace('found =', 'found: int =')
  .replace('(self, name)', '(self, name: str) -> int')}`

describe('annotations of Python', () => {
  it('leave the program the same, with the imports that only they need', async () => {
    expect(await isSameUnannotated(CART, TYPED)).toBe(true)
    expect(await differsInAnnotations(CART, TYPED)).toBe(true)
  })

  it.each<[string, string, string]>([
    ['another value beside a type', CART, TYPED.replace('.get(name, 0)', '.get(name, 1)')],
    [
      'an import that the code uses',
      CART,
      `from os import getenv\n${CART.replace('return found', 'return getenv(found)')}`,
    ],
    ['an import that is gone', `from shop import plugins\n${CART}`, CART],
    ['an own module that is loaded', CART, `from .plugins import register\n${CART}`],
    ['a whole module that is loaded', CART, `import plugins\n${CART}`],
    ['a field of a class', 'class A:\n    b = 1\n', 'class A:\n    b: int = 1\n'],
    [
      'a field of a class in a function',
      'def f():\n    class A:\n        b = 1\n',
      'def f():\n    class A:\n        b: int = 1\n',
    ],
    ['a key of a dictionary', 'def f():\n    a = {1: 2}\n', 'def f():\n    a = {1: 3}\n'],
  ])('are not %s', async (_, before, after) => {
    expect(await isSameUnannotated(before, after)).toBe(false)
  })
})
