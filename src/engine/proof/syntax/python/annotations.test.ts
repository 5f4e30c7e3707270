import { describe, expect, it } from 'vitest'
import { differsInAnnotations, isSameUnannotated } from './annotations.ts'

const plain = 'def area(width, height=2):\n    return width * height\n'

describe('annotations of Python', () => {
  it.each([
    ['of parameters and results', 'def area(width: int, height: int = 2) -> int:\n    return width * height\n'],
    [
      'with their imports',
      'from typing import Dict\n\n\ndef area(width: Dict[str, int], height=2) -> "int":\n    return width * height\n',
    ],
    ['over several lines', 'def area(\n    width: int,\n    height: int = 2\n) -> int:\n    return width * height\n'],
  ])('%s leave the program as it was', async (_, after) => {
    expect(await isSameUnannotated(plain, after)).toBe(true)
    expect(await differsInAnnotations(plain, after)).toBe(true)
  })

  it.each([
    ['another default', 'def area(width: int, height: int = 3) -> int:\n    return width * height\n'],
    ['another body', 'def area(width: int, height: int = 2) -> int:\n    return width + height\n'],
    ['a decorated function', '@route\ndef area(width: int, height=2):\n    return width * height\n'],
    ['a function as default', 'def area(width, height=lambda x: 2):\n    return width * height\n'],
  ])('do not hide %s', async (_, after) => {
    expect(await isSameUnannotated(plain, after)).toBe(false)
  })

  it('of decorated functions and of fields are code', async () => {
    const route = '@route\ndef show(page):\n    return page\n'
    expect(await isSameUnannotated(route, route.replace('page)', 'page: int)'))).toBe(false)
    const fields = 'class Point:\n    x = 1\n'
    expect(await isSameUnannotated(fields, 'class Point:\n    x: int = 1\n')).toBe(false)
  })

  it('hides no default that is a function', async () => {
    const before = 'def f(key=lambda x: 1):\n    pass\n'
    expect(await isSameUnannotated(before, 'def f(key=lambda x: 2):\n    pass\n')).toBe(false)
  })

  it('are not what a comment or documentation adds', async () => {
    const after = 'def area(width, height=2):\n    """The area."""\n    return width * height\n'
    expect(await isSameUnannotated(plain, after)).toBe(true)
    expect(await differsInAnnotations(plain, after)).toBe(false)
  })
})
