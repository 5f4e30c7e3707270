import { describe, expect, it } from 'vitest'
import { changedCode } from './changed-code.ts'
import { javascriptMutations } from './javascript-mutants.ts'
import { type Mutant, spreadOver } from './mutant.ts'
import { treeMutations } from './tree-mutants.ts'

const words = (found: readonly { readonly was: string; readonly now: string }[]) =>
  found.map(({ was, now }) => `${was} → ${now}`)

describe('mutants of JavaScript', () => {
  it.each([
    ['boundaries', 'a < b; a >= b', ['a < b; → ', '< → <=', 'a >= b → ', '>= → >']],
    ['negations', 'f(!a)', ['f(!a) → ', '!a → a']],
    ['arithmetic', 'x = a + b', ['x = a + b → ', '+ → -']],
    ['both sides of a choice', 'x = a && b', ['x = a && b → ', '&& → ||']],
    ['numbers and truth values', 'f(1, true)', ['f(1, true) → ', '1 → 2', 'true → false']],
    ['texts', "f('a')", ["f('a') → ", `'a' → "a~"`]],
    ['branches', 'if (a) b()', ['a → !(a)', 'a → false', 'b() → ']],
    ['the last call of a chain', 'f(a.b().c())', ['f(a.b().c()) → ', 'a.b().c() → a.b()']],
    ['results of a type', 'const f = (): string => g', ["g → ''"]],
    ['results by their form', 'const f = () => [a]', ['[a] → []']],
  ])('change %s', async (_, text, expected) => {
    expect(words(await javascriptMutations(text, 'a.ts'))).toEqual(expected)
  })

  it.each([
    ['types', "type A = 'a' | 1; let b: 2"],
    ['imports', "import a from 'a'; export { b } from 'b'"],
    ['names of entries', "x({ 'a': y, 1: y })"],
    ['the text of an error', "throw new Error('a')"],
    ['the call above', 'class A extends B { constructor() { super(a) } }'],
  ])('leave %s alone', async (_, text) => {
    const found = words(await javascriptMutations(text, 'a.ts'))
    expect(found.filter(one => !one.endsWith('→ '))).toEqual([])
  })

  it('are none for a text that does not parse', async () => {
    expect(await javascriptMutations('function (', 'a.js')).toEqual([])
  })
})

describe('mutants of other languages', () => {
  it.each([
    [
      'Go',
      'a.go',
      'package a\n\nfunc f(a *int, c <-chan int) bool {\n\tif a < 10 && b {\n\t\tlog(c)\n\t}\n\treturn true\n}\n',
      [
        'a < 10 && b → !(a < 10 && b)',
        'a < 10 && b → false',
        '&& → ||',
        '< → <=',
        '10 → (10 + 1)',
        'log(c) → ',
        'true → false',
      ],
    ],
    [
      'Rust',
      'a.rs',
      'fn f(a: Vec<i32>) -> bool { if a.len() > 1 { g(); } false }\n',
      ['a.len() > 1 → !(a.len() > 1)', 'a.len() > 1 → false', '> → >=', '1 → (1 + 1)', 'g(); → ', 'false → true'],
    ],
    [
      'C',
      'a.c',
      'int f(int *a) { if (*a >= 2) g(); return *a * 3; }\n',
      ['(*a >= 2) → (!((*a >= 2)))', '(*a >= 2) → (false)', '>= → >', '2 → (2 + 1)', 'g(); → ', '* → /', '3 → (3 + 1)'],
    ],
    [
      'Python',
      'a.py',
      'def f(a, *b):\n    """Docs 1."""\n    if a and b:\n        a.append(2)\n    return a\n',
      ['a and b → not (a and b)', 'a and b → False', 'and → or', 'a.append(2) → ', '2 → (2 + 1)'],
    ],
  ])('change %s on its syntax tree', async (_, path, text, expected) => {
    expect(words(await treeMutations(text, path))).toEqual(expected)
  })
})

describe('the changed code', () => {
  const before = 'export const a = x => {\n  const y = x + 1\n  return y < 2\n}\n'

  it('has mutants in its changed lines only', async () => {
    const { mutants } = await changedCode([{ path: 'a.js', before, after: before.replace('y < 2', 'y <= 2') }])
    expect(mutants.map(({ line }) => line)).toEqual(mutants.map(() => 3))
    expect(words(mutants)).toContain('<= → <')
  })

  it('has its functions one by one, each with the others as they are', async () => {
    const { functions } = await changedCode([
      { path: 'a.js', before: null, after: 'export const a = () => 1\nexport const b = () => 2\n' },
    ])
    expect(functions.map(({ name, line, edit }) => [name, line, edit])).toEqual([
      ['a', 1, { path: 'a.js', text: 'export const a = () => undefined\nexport const b = () => 2\n' }],
      ['b', 2, { path: 'a.js', text: 'export const a = () => 1\nexport const b = () => undefined\n' }],
    ])
  })

  it('of Go keeps the imports that the other functions use', async () => {
    const after = 'package a\n\nimport "fmt"\n\nfunc A() { fmt.Println(1) }\n\nfunc B() { fmt.Println(2) }\n'
    const { functions } = await changedCode([{ path: 'a.go', before: null, after }])
    expect(functions.map(({ name, edit }) => [name, 'text' in edit && edit.text?.includes('import "fmt"')])).toEqual([
      ['A', true],
      ['B', true],
    ])
  })

  it.each([
    ['a.js', 'const add = (a, b) => a + b\n', 'const add = (a = 0, b = 0) => a + b\n', []],
    ['a.js', 'const add = (a, b) => a + b\n', 'const add = (a, b) => a + (b ?? 0)\n', ['add']],
    ['a.py', 'def add(a, b):\n    return a + b\n', 'def add(a, b=0):\n    return a + b\n', []],
    ['a.py', 'def add(a, b):\n    return a + b\n', 'def add(a, b):\n    return a + int(b)\n', ['add']],
  ])('get no stand-in in %s where only their parameters changed: %j to %j', async (path, before, after, names) => {
    expect((await changedCode([{ path, before, after }])).standIns.names).toEqual(names)
  })
})

it('any first mutants are spread over the changed functions, the same each time', () => {
  const mutant = (holder: string, start: number): Mutant => ({
    ...{ path: 'a.js', line: 1, start, end: start + 1, text: '', was: '<', now: '<=' },
    holder,
  })
  const all = [mutant('a', 1), mutant('a', 2), mutant('a', 3), mutant('b', 4), mutant('c', 5)]
  const order = spreadOver(all)
  expect(order.slice(0, 3).map(({ holder }) => holder)).toEqual(['a', 'b', 'c'])
  expect(order).toHaveLength(5)
  expect(
    spreadOver(all.toReversed())
      .slice(0, 3)
      .map(({ holder }) => holder)
      .sort(),
  ).toEqual(['a', 'b', 'c'])
  expect(spreadOver(all)).toEqual(order)
})
