import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undone } from '../../../../../test/rig/proof/syntax.ts'
import { applyEdits } from '../edits.ts'
import { emptiedIn, gut } from '../gut.ts'
import { parsePython } from './parse.ts'

async function gutted(before: string | null, after: string): Promise<string> {
  const result = await gut(before, after, 'a.py')
  if (result.is !== 'gutted') return result.is
  expect(await parsePython(result.text)).not.toBeNull()
  return result.text
}

describe('a new file loses the body of', () => {
  it.each([
    ['a function', 'def f(x):\n    y = 1\n    return x\n', 'def f(x):\n    pass\n'],
    ['a function with documentation', 'def f():\n    """What it\n  does."""\n    return 1\n', 'def f():\n    pass\n'],
    ['a function of one line', 'def f(x): return x; y()\n', 'def f(x): pass\n'],
    ['an async function', 'async def f():\n    await g()\n', 'async def f():\n    pass\n'],
    [
      'a function with a long head',
      'def f(\n    a: int = 1,  # one:\n    *b,\n) -> dict[str, int]:\n    return {}\n',
      'def f(\n    a: int = 1,  # one:\n    *b,\n) -> dict[str, int]:\n    pass\n',
    ],
    [
      'a function with a continued head',
      'def f(a, \\\n      b): \\\n    return a\n',
      'def f(a, \\\n      b): \\\n    pass\n',
    ],
    ['a function of any type', 'def f[T: int](x: T) -> T:\n  return x\n', 'def f[T: int](x: T) -> T:\n  pass\n'],
    [
      'a function with a default function',
      'def f(key=lambda x: {1: 2}):\n  return key\n',
      'def f(key=lambda x: {1: 2}):\n  pass\n',
    ],
    [
      'a decorated function',
      '@a\n@b.c(\n    1,\n)\ndef f():\n    return 1\n',
      '@a\n@b.c(\n    1,\n)\ndef f():\n    pass\n',
    ],
    [
      'a method',
      'class A(B):\n    """About."""\n\n    def m(self):\n        if x:\n            return 1\n        return 2\n',
      'class A(B):\n    """About."""\n\n    def m(self):\n        pass\n',
    ],
    [
      'a function with tabs',
      'class A:\n\tdef m(self):\n\t\tif x:\n\t\t\treturn 1\n\t\treturn 2\n',
      'class A:\n\tdef m(self):\n\t\tpass\n',
    ],
    ['a function around functions', 'def f():\n    def g():\n        return 1\n    return g\n', 'def f():\n    pass\n'],
    [
      'a function under a condition',
      'if a:\n    def f():\n        return 1\nelse:\n    def f():\n        return 2\n',
      'if a:\n    def f():\n        pass\nelse:\n    def f():\n        pass\n',
    ],
    ['a function at the end', 'def f():\n    return 1', 'def f():\n    pass'],
    [
      'a function with comments',
      'def f():  # a\n    # b\n    x()\n# odd\n    y()  # c\n    # d\n',
      'def f():  # a\n    # b\n    pass  # c\n    # d\n',
    ],
    [
      'a function with odd strings',
      "def f():\n    a = '''\ndef g():\n'''\n    b = f\"{x[\"a\"]!r:>{w}} {{ {y:'^3}\"\n    c = rf'\\{x}\\''\n    return '\\\\'\n",
      'def f():\n    pass\n',
    ],
    ['a function on Windows', 'def f():\r\n    x()\r\n\r\n    return 1\r\n', 'def f():\r\n    pass\r\n'],
    ['a function behind a byte order mark', '\uFEFFdef f():\n    return "é"\n', '\uFEFFdef f():\n    pass\n'],
    ['a function with another name', 'def größe(名):\n    return 名\n', 'def größe(名):\n    pass\n'],
  ])('%s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('a new value becomes None', () => {
  it.each([
    ['in a module', 'LIMIT = 5\n', 'LIMIT = None\n'],
    ['with a type', 'limit: int = 5  # five\n', 'limit: int = None  # five\n'],
    ['over several lines', 'T = {\n    "a": [1],\n}\nx = """\n"""\n', 'T = None\nx = None\n'],
    [
      'in a class',
      'class A:\n    a: int = 1\n    b = field(default=2)\n    c: str\n',
      'class A:\n    a: int = None\n    b = None\n    c: str\n',
    ],
    ['beside another', 'a = 1; b = 2\n', 'a = None; b = None\n'],
    ['as a function', 'f = lambda x: x\n', 'f = None\n'],
    [
      'by a name that is a word elsewhere',
      'match = 1\ntype = 2\ncase = 3\n',
      'match = None\ntype = None\ncase = None\n',
    ],
    [
      'unless it says what is public',
      '__all__ = ["f"]\ndef f():\n    return 1\n',
      '__all__ = ["f"]\ndef f():\n    pass\n',
    ],
    [
      'unless it is used while loading',
      'app = make()\n@app.get("/")\ndef f():\n    return 1\n',
      'app = make()\n@app.get("/")\ndef f():\n    pass\n',
    ],
    ['unless it is taken apart', 'a, b = 1, 2\ndef f():\n    return 1\n', 'a, b = 1, 2\ndef f():\n    pass\n'],
  ])('%s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('a module goes on loading', () => {
  it.each([
    [
      'a decorator that takes arguments',
      'def d(n):\n    return n\n@d(1)\ndef f():\n    return 1\n',
      'def d(n):\n    return n\n@d(1)\ndef f():\n    pass\n',
    ],
    [
      'a function whose result is needed',
      'def make():\n    return 1\napp = make()\napp.run()\ndef f():\n    return 1\n',
      'def make():\n    return 1\napp = make()\napp.run()\ndef f():\n    pass\n',
    ],
    [
      'no more than that',
      'def main():\n    return 1\nif __name__ == "__main__":\n    sys.exit(main())\n',
      'def main():\n    pass\nif __name__ == "__main__":\n    sys.exit(main())\n',
    ],
  ])('with %s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('a changed file loses only', () => {
  const A = 'def a():\n    return 1\n'
  it.each([
    [
      'the changed function',
      `${A}def b():\n    return 1\n`,
      `${A}def b():\n    return 2\n`,
      `${A}def b():\n    pass\n`,
    ],
    ['the added function', A, `def b():\n    return 2\n${A}`, `def b():\n    pass\n${A}`],
    [
      'the innermost function',
      'def f():\n  k = 1\n  def g():\n    return 1\n  return g\n',
      'def f():\n  k = 1\n  def g():\n    return 2\n  return g\n',
      'def f():\n  k = 1\n  def g():\n    pass\n  return g\n',
    ],
    [
      'the function with changed statements',
      'def f():\n  def g(): return 1\n  return g\n',
      'def f():\n  def g(): return 2\n  return g()\n',
      'def f():\n  pass\n',
    ],
    [
      'the changed method',
      'class A:\n  def m(self): return 1\n  def n(self): return 1\n',
      'class A:\n  def m(self): return 1\n  def n(self): return 2\n',
      'class A:\n  def m(self): return 1\n  def n(self): pass\n',
    ],
    [
      'the function with another type',
      'def f(a: int):\n  return a\n',
      'def f(a: str):\n  return a\n',
      'def f(a: str):\n  pass\n',
    ],
    [
      'the setter',
      '@property\ndef x(self): return 1\n@x.setter\ndef x(self, v): a(v)\n',
      '@property\ndef x(self): return 1\n@x.setter\ndef x(self, v): b(v)\n',
      '@property\ndef x(self): return 1\n@x.setter\ndef x(self, v): pass\n',
    ],
    ['the changed value', 'A = 1\nB = 2\n', 'A = 1\nB = 3\n', 'A = 1\nB = None\n'],
    [
      'what is below a condition',
      'if TYPE_CHECKING:\n  import a\ntry:\n  x = 1\nexcept E:\n  x = 2\n',
      'if TYPE_CHECKING:\n  import a\ntry:\n  x = 1\nexcept E:\n  x = 3\n',
      'if TYPE_CHECKING:\n  import a\ntry:\n  x = 1\nexcept E:\n  x = None\n',
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await gutted(before, after)).toBe(expected)
  })
})

describe('there is nothing to empty', () => {
  it('where comments and layout changed', async () => {
    const before = 'def f(a,b):\n  if a:\n    return b\n'
    const after = '# new\ndef f(a, b):  # here\n\n        if a:\n            return b\n'
    expect(await gut(before, after, 'a.py')).toEqual({ is: 'nothing' })
  })

  it('but code that has no function or value', async () => {
    expect(await gut(null, 'import os\nfrom a import (b,\n  c)\n', 'a.py')).toEqual({ is: 'bare' })
  })

  it.each([
    ['an open string', 'a = "\n'],
    ['an open bracket', 'a = (1,\n'],
    ['a wrong bracket', 'a = (1]\n'],
    ['a wrong indentation', 'if a:\n    b()\n  c()\n'],
    ['an unexpected indentation', '  a = 1\nb = 2\n'],
    ['a sign that is not Python', 'a = $1\n'],
  ])('and it says so for %s', async (_, after) => {
    expect(await gut(null, after, 'a.py')).toEqual({ is: 'unknown', why: expect.stringMatching(/^[A-Z].*\.$/) })
  })
})

const PIECES = [
  'def f#(a, b="}"):\n    """Doc: #."""\n    return {a: b}',
  'class C#(Base):\n\tx: int = 1\n\n\tasync def m(self): return f"{self.x!r:>{1}}"\n\tdef n(self):\n\t\tpass',
  '@d\n@e(1,\n  2)\ndef g#():\n  def inner():\n    yield 1\n  return inner',
  'V# = [\n  1, # one\n]',
  'if V#:\n    W# = lambda: 1\nelse:\n    def h#(): ...',
  'import os',
]
const file = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 6 })
  .map(pieces => pieces.map((piece, at) => piece.replaceAll(/(?<=\w)#/g, `${at}`)))

it('for any two files what is left is read again, and undoing the edits gives the file back', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, fc.constantFrom('\n', '\r\n'), async (old, now, newline) => {
      const [before, after] = [old, now].map(pieces => `${pieces.join('\n')}\n`.replaceAll('\n', newline)) as [
        string,
        string,
      ]
      const found = await emptiedIn(before, after, 'a.py')
      if (found.is !== 'edits') return
      const text = applyEdits(after, found.edits)
      expect(await parsePython(text)).not.toBeNull()
      expect(applyEdits(text, undone(after, found.edits))).toBe(after)
    }),
    { numRuns: 60 },
  )
})
