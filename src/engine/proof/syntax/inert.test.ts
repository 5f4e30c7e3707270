import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInert } from './inert.ts'

describe('the same JavaScript', () => {
  it.each([
    ['comments', 'a() // one', '/* two */ a()'],
    ['layout', 'if (a) { b() }', 'if (a)\n{\n\tb();\n}\n'],
    ['quotes', 'a("x")', "a('x')"],
    ['parentheses that change nothing', 'a = b + (c * d)', 'a = (b + c * d)'],
    ['semicolons', 'a()\nb()', 'a();;b();'],
    ['a last comma', 'f([1, 2], { a })', 'f([1, 2,], { a, },)'],
    ['brackets around a parameter', 'const f = a => a', 'const f = (a) => a'],
    ['how a number is written', 'a = 1000', 'a = 1_000'],
    ['line ends', 'a(`x\n`)\nb()', 'a(`x\r\n`)\r\nb()'],
    ['a byte order mark', 'a()', '\uFEFFa()'],
    ['layout of markup', 'a = <b c="d">e {f}</b>', 'a = (\n  <b\n    c="d"\n  >\n    e {f}\n    {/* g */}\n  </b>\n)'],
  ])('with other %s', async (_, before, after) => {
    expect(await isInert(before, after, 'a.jsx')).toBe(true)
    expect(await isInert(after, before, 'a.jsx')).toBe(true)
  })
})

describe('other JavaScript', () => {
  it.each([
    ['a name', 'a()', 'b()'],
    ['an operator', 'a = b + c', 'a = b - c'],
    ['parentheses that matter', 'a = (b + c) * d', 'a = b + c * d'],
    ['parentheses in a chain', 'a?.b.c', '(a?.b).c'],
    ['a chain', 'a?.b', 'a.b'],
    ['parentheses that take a name away', 'a = function () {}', '(a) = function () {}'],
    ['a line end that ends a statement', 'function f() { return a }', 'function f() { return\na }'],
    ['a directive', "'use strict'\na()", 'a()'],
    ['a directive in brackets', "'use strict'\na()", "('use strict')\na()"],
    ['the first line for the shell', '#!/usr/bin/env node\na()', '#!/usr/bin/env bun\na()'],
    ['a hole', 'a = [1, , 2]', 'a = [1, 2]'],
    ['a regular expression', 'a = /b/', 'a = /b/g'],
    ['text in a template', 'a = `b c`', 'a = `b  c`'],
    ['how a template is spelled', 'tag`\\x61`', 'tag`a`'],
    ['a big number', 'a = 1n', 'a = 1'],
    ['the order', 'a()\nb()', 'b()\na()'],
    ['an import for its effects', "import 'a'\nb()", 'b()'],
    ['being a module', 'a = this', 'a = this\nexport {}'],
    ['text in markup', 'a = <b>c d</b>', 'a = <b>c  d</b>'],
    ['a space in markup', 'a = <b>c {d}</b>', 'a = <b>c{d}</b>'],
    ['async', 'const f = () => a', 'const f = async () => a'],
    ['static', 'class A { a = 1 }', 'class A { static a = 1 }'],
    ['being private', 'class A { a = 1 }', 'class A { #a = 1 }'],
  ])('differs in %s', async (_, before, after) => {
    expect(await isInert(before, after, 'a.jsx')).toBe(false)
    expect(await isInert(after, before, 'a.jsx')).toBe(false)
  })

  it('is what does not parse', async () => {
    expect(await isInert('a(', 'a(', 'a.js')).toBe(false)
    expect(await isInert('a()', 'a(', 'a.js')).toBe(false)
  })
})

describe('a comment that tools obey is not nothing', () => {
  // Two of them are put together here: the runner of these tests would obey them.
  it.each([
    '// @ts-expect-error',
    '// @ts-nocheck',
    '/* eslint-disable no-undef */',
    '// eslint-disable-next-line',
    '/* global b */',
    '// biome-ignore lint: because',
    '/* istanbul ignore next */',
    '/* c8 ignore start */',
    '/* v8 ignore next 3 */',
    '/** @jsx h */',
    '/** @jsxImportSource preact */',
    '//# sourceMappingURL=a.js.map',
    '/* @vite-ignore */',
    '/* webpackChunkName: "b" */',
    '/* #__PURE__ */',
    '/*#__PURE__*/',
    '/* @__PURE__ */',
    `/**\n * @${'jest'}-environment jsdom\n */`,
    `// @${'vitest'}-environment happy-dom`,
    '/// <reference types="node" />',
    '/* @flow */',
  ])('%s', async comment => {
    expect(await isInert('a()\nb()', `${comment}\na()\nb()`, 'a.ts')).toBe(false)
    expect(await isInert(`${comment}\na()\nb()`, `a()\n${comment}\nb()`, 'a.ts')).toBe(false)
    expect(await isInert(`${comment}\na()\nb()`, `${comment}\n\n// more\na();\nb()`, 'a.ts')).toBe(true)
  })

  it('and one that they do not is', async () => {
    const after = '/** @param {string} a The webpack configuration; eslint reads it. */\na() // ignore, global'
    expect(await isInert('a()', after, 'a.js')).toBe(true)
  })
})

describe('the same code in TypeScript', () => {
  it.each([
    [
      'annotations',
      'let a = b\nfunction f(c) { return c }',
      'let a: A = b\nfunction f<T>(this: X, c?: T): c is T { return c }',
    ],
    ['interfaces and types', 'a()', 'interface A { b: 1 }\ntype B = A\na()'],
    ['casts', 'a = b.c(d)', 'a = (b as any)!.c<E>(<F>d satisfies G)'],
    ['a cast in a chain', 'a?.b.c', 'a?.b!.c'],
    ['declarations', 'a()', 'declare const a: () => void\ndeclare module "b" {}\ndeclare global { var c: 1 }\na()'],
    ['overloads', 'function f(a) { b(a) }', 'function f(a: 1): 1\nfunction f(a: 2): 2\nfunction f(a: any) { b(a) }'],
    [
      'class members',
      'class A extends X { a; m() {} }',
      'abstract class A<T> extends X implements B { private readonly a!: T; declare b: 1; [k: string]: any; abstract c: 1; abstract d(): void; public override m(): void {} }',
    ],
    ['imports of types', "import a from 'a'\na()", "import a from 'a'\nimport type { B } from 'b'\na()"],
    ['imported types', "import { a } from 'a'\na()", "import { a, type B } from 'a'\na()"],
    [
      'exported types',
      'export const a = 1',
      'export const a = 1\nexport type { B }\nexport interface C {}\nexport type * from "d"',
    ],
    [
      'marks on parameter properties',
      'class A { constructor(private a) {} }',
      'class A { constructor(public readonly a: 1) {} }',
    ],
    ['type parameters of a superclass', 'class A extends B {}', 'class A extends B<C> {}'],
  ])('with other %s', async (_, before, after) => {
    expect(await isInert(before, after, 'a.ts')).toBe(true)
    expect(await isInert(after, before, 'a.ts')).toBe(true)
  })
})

describe('other code in TypeScript', () => {
  it.each([
    ['a parameter property', 'class A { constructor(a) {} }', 'class A { constructor(private a) {} }'],
    ['an enum', 'enum A { B }', 'enum A { B = 1 }'],
    ['being a constant enum', 'enum A { B }', 'const enum A { B }'],
    ['a declared constant enum', 'declare const enum A { B }', 'declare const enum A { B = 1 }'],
    ['a declared enum', 'declare enum A { B }', 'enum A { B }'],
    ['a namespace', 'namespace A { b() }', 'namespace A { c() }'],
    ['an import that becomes one of types', "import { A } from 'a'\nb()", "import type { A } from 'a'\nb()"],
    ['an import that is left with types', "import { type A } from 'a'\nb()", "import 'a'\nb()"],
    ['a field', 'class A { a: 1 }', 'class A {}'],
    ['a required module', "import a = require('a')\nb()", 'b()'],
    ['a cast that ends a chain', 'a?.b.c', '(a?.b as any).c'],
    ['a type that a decorator may read', 'class A { @b c: string }', 'class A { @b c: number }'],
  ])('differs in %s', async (_, before, after) => {
    expect(await isInert(before, after, 'a.ts')).toBe(false)
    expect(await isInert(after, before, 'a.ts')).toBe(false)
  })
})

describe('the same Python', () => {
  it.each([
    ['comments', 'a()  # one\n', '# two\na()\n'],
    ['empty lines', 'a()\nb()\n', '\na()\n\n\n  # c\nb()'],
    ['spaces', 'f(a,b = 1)\n', 'f( a, b=1 )\n'],
    ['width of indentation', 'if a:\n  b()\n  if c:\n    d()\n', 'if a:\n\tb()\n\tif c:\n\t\td()\n'],
    ['lines in brackets', 'f(a, [b, c])\n', 'f(\n  a, [b,  # x\nc])\n'],
    ['continued lines', 'a = b + c\n', 'a = b \\\n  + c\n'],
    ['line ends', 'a = """b\nc"""\n', 'a = """b\r\nc"""\r\n'],
    ['layout under a condition', 'if TYPE_CHECKING:\n  import a\n', 'if TYPE_CHECKING:\n\n    # types\n    import a\n'],
  ])('with other %s', async (_, before, after) => {
    expect(await isInert(before, after, 'a.py')).toBe(true)
    expect(await isInert(after, before, 'a.py')).toBe(true)
  })
})

describe('other Python', () => {
  it.each([
    ['a name', 'a()\n', 'b()\n'],
    ['an operator', 'a = b // c\n', 'a = b / c\n'],
    ['depth', 'if a:\n  b()\n  c()\n', 'if a:\n  b()\nc()\n'],
    ['annotations', 'def f(a: int): pass\n', 'def f(a: str): pass\n'],
    ['documentation', 'def f():\n  """A."""\n', 'def f():\n  """B."""\n'],
    ['text with a sign that looks like a comment', 'a = "# b"\n', 'a = "# c"\n'],
    ['a formatted string', 'a = f"{b}"\n', 'a = f"{c}"\n'],
    ['a comma', 'a = (b)\n', 'a = (b,)\n'],
    ['ignored types', 'a = b\n', 'a = b  # type: ignore\n'],
    ['a type in a comment', 'a = b  # type: int\n', 'a = b  # type: str\n'],
    ['ignored lint', 'a = b\n', 'a = b  # noqa: E501\n'],
    ['coverage', 'a = b\n', 'a = b  # pragma: no cover\n'],
    ['the place of a pragma', 'a = b  # noqa\nc = d\n', 'a = b\nc = d  # noqa\n'],
    ['the encoding', '# -*- coding: utf-8 -*-\na()\n', '# -*- coding: latin-1 -*-\na()\n'],
    ['the first line for the shell', '#!/usr/bin/python2\na()\n', '#!/usr/bin/python3\na()\n'],
    ['what cannot be read', 'a = (\n', 'a = (\n'],
  ])('differs in %s', async (_, before, after) => {
    expect(await isInert(before, after, 'a.py')).toBe(false)
    expect(await isInert(after, before, 'a.py')).toBe(false)
  })
})

describe('other files', () => {
  it('are the same JSON if they hold the same value', async () => {
    expect(await isInert('{"a":[1]}', '{\n  "a": [1.0]\n}\n', 'a.json')).toBe(true)
    expect(await isInert('{"a":1}', '{"a":2}', 'a.json')).toBe(false)
    expect(await isInert('{"a":1', '{"a":1', 'a.json')).toBe(false)
  })

  it.each(['a.yaml', 'a.rs', 'a.vue', 'README.md', 'Makefile'])('are never the same: %s', async path => {
    expect(await isInert('a', 'a', path)).toBe(false)
  })
})

describe('Rust and C', () => {
  it.each([
    [true, 'a.rs', 'fn a() -> u8 { 1 }\n', '// One.\nfn a() -> u8 {\n    1\n}\n'],
    [true, 'a.rs', 'fn a() {}\n', '/// Typo mended.\nfn a() {}\n'],
    [false, 'a.rs', 'fn a() {}\n', '/// ```\n/// a();\n/// ```\nfn a() {}\n'],
    [false, 'a.rs', 'fn a() {}\n', '#[inline]\nfn a() {}\n'],
    [false, 'a.rs', 'fn a() -> u8 { 1 }\n', 'fn a() -> u8 { 2 }\n'],
    [true, 'a.cpp', 'int a() { return 1; }\n', 'int a() // one\n{\n  return 1;\n}\n'],
    [true, 'a.h', '#define A 1\n', '/* one */\n#define A 1\n'],
    [false, 'a.cpp', '#define A 1\n', '#define A 2\n'],
    [false, 'a.cpp', 'int a() { return 1; }\n', 'int a() { return 1; } // NOLINT\n'],
    [false, 'a.cpp', 'char a[] = "// b";\n', 'char a[] = "// c";\n'],
    [false, 'a.cpp', 'int a( {\n', 'int a( {\n'],
  ])('are the same without comments and layout: %s %s %#', async (same, path, before, after) => {
    expect(await isInert(before, after, path)).toBe(same)
    expect(await isInert(after, before, path)).toBe(same)
  })
})

/** The tokens of one line each; between them any layout may stand, as long as the line stays one. */
const SCRIPT = [
  'const',
  'f',
  '=',
  'async',
  '(',
  'a',
  ',',
  '{',
  'b',
  '=',
  '/}/g',
  '}',
  ')',
  '=>',
  '{',
  'await',
  'a',
  '?.',
  'b',
  '(',
  '`x${',
  'b',
  '}`',
  ',',
  "'//'",
  ')',
  ';',
  'if',
  '(',
  'a',
  ')',
  'b',
  '++',
  ';',
  'else',
  'c',
  '(',
  '...',
  'a',
  ')',
  ';',
  '}',
]
const gap = fc.constantFrom(' ', '  ', '\t', ' /* } */ ', ' /* ` */ ')
const wide = fc.oneof(gap, fc.constantFrom('\n', '\r\n', " // it's\n"))

describe('for any layout', () => {
  it('JavaScript stays the same', async () => {
    const layout = fc.tuple(
      ...SCRIPT.map((token, at) => (/^(async|\+\+|b|\)|`x\$\{)$/.test(token) || SCRIPT[at + 1] === '=>' ? gap : wide)),
    )
    await fc.assert(
      fc.asyncProperty(layout, async gaps => {
        // Inside a template a comment is a comment all the same, and layout is layout.
        const text = SCRIPT.map((token, at) => token + gaps[at]).join('')
        expect(await isInert(SCRIPT.join(' '), text, 'a.js')).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('Python stays the same', async () => {
    const inBrackets = fc.constantFrom('', ' ', '\n', '\r\n\t', '  # )\n')
    const space = fc.constantFrom(' ', '\t', ' \\\n')
    const blank = fc.constantFrom('', '\n', '   # c\n', '\t\n', '\r\n')
    const indent = fc.constantFrom(' ', '    ', '\t')
    await fc.assert(
      fc.asyncProperty(inBrackets, space, blank, indent, indent, async (inside, between, empty, one, other) => {
        const text = (a: string, b: string, c: string, d: string, e: string): string =>
          `${c}def${b}f(${a}x${a},${a}y=")"${a}):\n${c}${d}if${b}x:\n${c}${d}${e}return${b}[${a}1${a}]\n${c}${d}z()\n${c}`
        expect(await isInert(text('', ' ', '', '  ', '  '), text(inside, between, empty, one, other), 'a.py')).toBe(
          true,
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('Go', () => {
  const base = 'package a\n\n// A is one.\nfunc A() string {\n\treturn "a // b" /* so */\n}\n'
  it.each([
    [true, base.replace('// A is one.', '// A is one, and documented.\n// Well.')],
    [true, base.replace('\treturn', '\n\n\t\treturn').replace(' /* so */', '')],
    [false, base.replace('a // b', 'a // c')],
    [false, base.replace('// A is one.', '//go:noinline')],
    [false, base.replace('return "a', 'return\n"a')],
    [false, base.replace('package a', 'package a\n\nimport "C"')],
  ])('is the same without comments and layout: %s %#', async (same, after) => {
    expect(await isInert(base, after, 'a.go')).toBe(same)
  })
})
