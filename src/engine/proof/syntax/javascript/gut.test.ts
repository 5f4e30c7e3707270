import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undone } from '../../../../../test/rig/proof/syntax.ts'
import { applyEdits } from '../edits.ts'
import { emptiedIn, gut } from '../gut.ts'
import { isInert } from '../inert.ts'
import { parseScript } from './parse.ts'

async function gutted(before: string | null, after: string, path = 'a.js'): Promise<string> {
  const result = await gut(before, after, path)
  if (result.is !== 'gutted') return result.is
  expect(await parseScript(result.text, path)).not.toBeNull()
  return result.text
}

describe('a new file loses the body of', () => {
  it.each([
    ['a function', 'function f(a) { return a }', 'function f(a) {}'],
    ['an async function', 'export async function f() { await 1 }', 'export async function f() {}'],
    ['a generator', 'function* f() { yield 1 }', 'function* f() {}'],
    ['an async generator', 'const f = async function* () { yield 1 }', 'const f = async function* () {}'],
    ['an arrow with a block', 'const f = () => { return 1 }', 'const f = () => {}'],
    ['an arrow with an expression', 'const f = a => a + 1', 'const f = a => undefined'],
    ['an async arrow', 'const f = async a => await a', 'const f = async a => undefined'],
    ['an arrow that gives a literal', 'const f = () => ({ a: 1 })', 'const f = () => (undefined)'],
    ['an arrow that gives an arrow', 'const f = a => b => a + b', 'const f = a => undefined'],
    ['a function with a directive', "function f() { 'use strict' }", 'function f() {}'],
    ['a default export', 'export default function () { return 1 }', 'export default function () {}'],
    ['a default arrow', 'export default () => 1', 'export default () => undefined'],
    ['a function with defaults', 'function f(a = { b: 1 }) { return a }', 'function f(a = { b: 1 }) {}'],
    ['a wrapped function', 'const f = memo((a) => { return a })', 'const f = memo((a) => {})'],
    ['a function in a call', "get('/', (q, r) => { r.send() })", "get('/', (q, r) => {})"],
    ['a function put into exports', 'exports.f = function () { return 1 }', 'exports.f = function () {}'],
    ['a function put into all exports', 'module.exports = () => 1', 'module.exports = () => undefined'],
    ['a function around functions', 'function f() { return () => 1 }', 'function f() {}'],
    ['a function in a block', 'if (x) { y.f = () => { z() } }', 'if (x) { y.f = () => {} }'],
    ['a component', 'const A = ({ x }) => <a b={x}>{x} &amp; y</a>', 'const A = ({ x }) => undefined'],
  ])('%s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('a new class loses', () => {
  it.each([
    ['methods', 'class A { m() { return 1 } }', 'class A { m() {} }'],
    ['static methods', 'class A { static m() { return 1 } }', 'class A { static m() {} }'],
    ['private methods', 'class A { #m() { return 1 } }', 'class A { #m() {} }'],
    ['getters and setters', 'class A { get x() { return 1 } set x(v) { y(v) } }', 'class A { get x() {} set x(v) {} }'],
    ['generators', 'class A { *[Symbol.iterator]() { yield 1 } }', 'class A { *[Symbol.iterator]() {} }'],
    [
      'fields',
      'class A { a = 1; #b = 2; static c = [3]; d }',
      'class A { a = undefined; #b = undefined; static c = undefined; d }',
    ],
    ['fields that hold functions', 'class A { f = () => 1 }', 'class A { f = () => undefined }'],
    ['static blocks', 'class A { static { run() } }', 'class A { static {  } }'],
    ['the constructor', 'class A { constructor(a) { this.a = a } }', 'class A { constructor(a) {} }'],
    [
      'but never the call above',
      'class A extends B { constructor(a) { if (a) super(a); this.a = 1 } }',
      'class A extends B { constructor(a) { super(...arguments) } }',
    ],
    ['when it is a value', 'const A = class extends B { m() { return 1 } }', 'const A = class extends B { m() {} }'],
    [
      'when it is decorated',
      '@d({ a: 1 })\nclass A { @e() m() { return 1 } }',
      '@d({ a: 1 })\nclass A { @e() m() {} }',
    ],
  ])('%s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('a new value becomes undefined', () => {
  it.each([
    ['in a variable', 'export const a = 5', 'export const a = undefined'],
    ['in several variables', 'let a = 5, b = [1], c', 'let a = undefined, b = undefined, c'],
    ['in an entry', "const t = { a: 1, 'b': { c: `x${1}` } }", "const t = { a: undefined, 'b': { c: undefined } }"],
    [
      'beside functions',
      'const t = { a: 1, f() { return 1 }, get g() { return 2 } }',
      'const t = { a: undefined, f() {}, get g() {} }',
    ],
    ['as a default', 'export default 5', 'export default undefined'],
    ['as exports', 'module.exports = 5', 'module.exports = undefined'],
    ['where it is taken apart', 'const { a, b } = f()\nconst [c] = g()', 'const { a, b } = {}\nconst [c] = []'],
    [
      'unless the file takes it apart while it loads',
      'const a = make()\na.use()\nfunction f() { return a }',
      'const a = make()\na.use()\nfunction f() {}',
    ],
    [
      'unless it is another module',
      "const a = require('a')\nconst { b } = await import('b')\nconst f = () => a",
      "const a = require('a')\nconst { b } = await import('b')\nconst f = () => undefined",
    ],
  ])('%s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('a file goes on loading', () => {
  it.each([
    [
      'a function whose result is taken apart',
      'const f = () => x()\nconst a = f().b\nfunction g() { y() }',
      'const f = () => x()\nconst a = f().b\nfunction g() {}',
    ],
    [
      'a function called by such a function',
      'const f = () => h().c\nfunction h() { return x }\nuse(f())\nfunction g() { y() }',
      'const f = () => h().c\nfunction h() { return x }\nuse(f())\nfunction g() {}',
    ],
    [
      'a literal that is passed on',
      'const t = { a: 1 }\nuse(t)\nfunction g() { y() }',
      'const t = { a: 1 }\nuse(t)\nfunction g() {}',
    ],
  ])('with %s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })

  it('without what only a program runs', async () => {
    const main = 'function main() { x() }\nif (import.meta.main) main().then(y)'
    expect(await gutted(null, main)).toBe('function main() {}\nif (import.meta.main) main().then(y)')
    expect(await gutted(null, 'function main() { x() }\nmain()')).toBe('function main() {}\nmain()')
  })
})

describe('a changed file loses only', () => {
  it.each([
    [
      'the changed function',
      'function a() { x() }\nfunction b() { y() }',
      'function a() { x() }\nfunction b() { z() }',
      'function a() { x() }\nfunction b() {}',
    ],
    [
      'the added function',
      'const a = () => 1',
      'const b = () => 2\nconst a = () => 1',
      'const b = () => undefined\nconst a = () => 1',
    ],
    [
      'the innermost function that holds the change',
      'function f() { const k = 1; function a() { x() } return a }',
      'function f() { const k = 1; function a() { y() } return a }',
      'function f() { const k = 1; function a() {} return a }',
    ],
    [
      'each of two inner functions',
      'function f() { const a = () => 1; const b = () => 2; return { a, b } }',
      'function f() { const a = () => 3; const b = () => 4; return { a, b } }',
      'function f() { const a = () => undefined; const b = () => undefined; return { a, b } }',
    ],
    [
      'the added inner function',
      'function f() { return { a() { x() } } }',
      'function f() { return { a() { x() }, b() { y() } } }',
      'function f() { return { a() { x() }, b() {} } }',
    ],
    [
      'the function whose own statements changed',
      'function f() { a(() => 1) }',
      'function f() { a(() => 2); b() }',
      'function f() {}',
    ],
    [
      'the function that lost a statement',
      'function f() { a(); b() }\nfunction g() { x() }',
      'function f() { b() }\nfunction g() { x() }',
      'function f() {}\nfunction g() { x() }',
    ],
    [
      'the function with reordered statements',
      'function f() { a(); b() }',
      'function f() { b(); a() }',
      'function f() {}',
    ],
    [
      'the function with another default',
      'function f(a = 1) { return a }',
      'function f(a = 2) { return a }',
      'function f(a = 2) {}',
    ],
    [
      'the function that is async now',
      'function f() { return 1 }',
      'async function f() { return 1 }',
      'async function f() {}',
    ],
    ['the changed callback', 'list.map(x => x + 1)', 'list.map(x => x + 2)', 'list.map(x => undefined)'],
    [
      'the changed method',
      'class A { m() { x() } n() { y() } }',
      'class A { m() { x() } n() { z() } }',
      'class A { m() { x() } n() {} }',
    ],
    [
      'the added method',
      'class A { m() { x() } }',
      'class A { #n() { z() } m() { x() } }',
      'class A { #n() {} m() { x() } }',
    ],
    [
      'the setter, not the getter',
      'class A { get x() { a() } set x(v) { b() } }',
      'class A { get x() { a() } set x(v) { c() } }',
      'class A { get x() { a() } set x(v) {} }',
    ],
    ['the changed field', 'class A { a = 1; b = 2 }', 'class A { a = 1; b = 3 }', 'class A { a = 1; b = undefined }'],
    [
      'the changed constant',
      'const a = 1\nconst b = 2',
      'const a = 1\nconst b = 3',
      'const a = 1\nconst b = undefined',
    ],
    [
      'the changed entry',
      'const t = { a: 1, b: { c: 2, d: 3 } }',
      'const t = { a: 1, b: { c: 2, d: 4 } }',
      'const t = { a: 1, b: { c: 2, d: undefined } }',
    ],
    ['the changed regular expression', 'const a = /[/]{2}/g', 'const a = /[/]{3}/g', 'const a = undefined'],
    [
      'the new body, not the new export',
      'module.exports = { a }\nfunction a() { x() }',
      'module.exports = { a, b }\nfunction a() { x() }\nfunction b() { y() }',
      'module.exports = { a, b }\nfunction a() { x() }\nfunction b() {}',
    ],
    [
      'the new export, if that is all',
      'module.exports = { a }',
      'module.exports = { a, b }',
      'module.exports = { a, b: undefined }',
    ],
    [
      'the changed markup',
      'const A = () => <a>x</a>\nconst B = () => <b/>',
      'const A = () => <a>y</a>\nconst B = () => <b/>',
      'const A = () => undefined\nconst B = () => <b/>',
    ],
    ['the case of a renamed function', 'function a() { x() }', 'function b() { x() }', 'function b() {}'],
  ])('%s', async (_, before, after, expected) => {
    expect(await gutted(before, after)).toBe(expected)
  })
})

describe('TypeScript', () => {
  it.each([
    ['keeps its types', null, 'export function f<T>(a: T): T[] { return [a] }', 'export function f<T>(a: T): T[] {}'],
    [
      'keeps casts out',
      null,
      'const a = { b: 1 } as const satisfies X',
      'const a = { b: undefined } as const satisfies X',
    ],
    [
      'keeps overloads',
      null,
      'function f(a: 1): 1\nfunction f(a: any) { return a }',
      'function f(a: 1): 1\nfunction f(a: any) {}',
    ],
    [
      'keeps abstract members',
      null,
      'abstract class A { abstract m(): void; n(): void { x() } }',
      'abstract class A { abstract m(): void; n(): void {} }',
    ],
    [
      'keeps parameter properties',
      null,
      'class A { constructor(private x: number) { y() } }',
      'class A { constructor(private x: number) {} }',
    ],
    [
      'ignores changed types',
      'function f(a: 1) { x() }\nconst g = () => 1',
      'function f(a: 2): void { x() }\nconst g = () => 2',
      'function f(a: 2): void { x() }\nconst g = () => undefined',
    ],
    ['reads decorated parameters', null, 'class A { m(@p() a: string) { x() } }', 'class A { m(@p() a: string) {} }'],
  ])('%s', async (_, before, after, expected) => {
    expect(await gutted(before, after, 'a.ts')).toBe(expected)
  })

  it('reads generics as markup allows them', async () => {
    const after = 'const f = <T,>(a: T) => <A<T> a={a as T} />'
    expect(await gutted(null, after, 'a.tsx')).toBe('const f = <T,>(a: T) => undefined')
  })

  it.each([
    ['an interface', 'export interface A { a: 1 }'],
    ['a type', 'type A = () => void'],
    ['an import of types', "import type { A } from 'a'"],
    ['a declaration', 'declare function f(): void'],
  ])('has nothing to lose in %s', async (_, after) => {
    expect(await gut(null, after, 'a.ts')).toEqual({ is: 'nothing' })
    expect(await gut(null, after, 'a.mts')).toEqual({ is: 'nothing' })
  })
})

describe('every other character stays', () => {
  it.each([
    [
      'line ends of Windows',
      'const a = 1\r\nfunction f() {\r\n  x()\r\n}\r\n',
      'const a = undefined\r\nfunction f() {}\r\n',
    ],
    ['a byte order mark', '\uFEFFfunction f() { x() } // é', '\uFEFFfunction f() {} // é'],
    ['a first line for the shell', '#!/usr/bin/env node\nfunction f() { x() }', '#!/usr/bin/env node\nfunction f() {}'],
    ['names in any script', 'const 名 = "😀"\nconst ñ = () => "𝒳"', 'const 名 = undefined\nconst ñ = () => undefined'],
    [
      'comments with braces',
      '/* } */ function f(/* { */) /* } */ { x() } // {',
      '/* } */ function f(/* { */) /* } */ {} // {',
    ],
    ['templates', 'tag`a${() => { x() }}b`\nfunction f() { return `}` }', 'tag`a${() => {}}b`\nfunction f() {}'],
    ['old code', 'with (a) { b() }\nfunction f() { return 010 }', 'with (a) { b() }\nfunction f() {}'],
  ])('with %s', async (_, after, expected) => {
    expect(await gutted(null, after)).toBe(expected)
  })
})

describe('there is nothing to empty', () => {
  it.each([
    ['a comment', 'const a = 1', 'const a = 1 // one'],
    ['layout', 'function f() { x() }', 'function f()\n{\n\tx();\n}'],
    ['nothing at all', 'const a = 1', 'const a = 1'],
  ])('where %s changed', async (_, before, after) => {
    expect(await gut(before, after, 'a.js')).toEqual({ is: 'nothing' })
  })

  it('but code that has no function or value', async () => {
    expect(await gut(null, "import a from 'a'\nexport { a }", 'a.js')).toEqual({ is: 'bare' })
  })

  it.each([
    ['text that does not parse', 'function (', 'a.js'],
    ['text that is markup only by another ending', 'const a = <a/>', 'a.ts'],
    ['Java', 'class A {}', 'A.java'],
    ['a page', 'hello', 'README.md'],
  ])('and it says so for %s', async (_, after, path) => {
    expect(await gut(null, after, path)).toEqual({ is: 'unknown', why: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  it('and it says so for a text that did not parse before', async () => {
    expect(await gut('function (', 'const a = 1', 'a.js')).toEqual({
      is: 'unknown',
      why: 'The text of a.js before the change does not parse.',
    })
  })

  it('and it says so where code was only taken away', async () => {
    expect(await gut('a()\nb()', 'a()', 'a.js')).toEqual({ is: 'bare' })
  })
})

it('names what was emptied', async () => {
  const after =
    'class A { m() { x() } static { y() } b = 1 }\nconst t = { f: () => 1 }\nexport default () => 2\nz(() => 3)'
  expect(await gut(null, after, 'a.js')).toMatchObject({
    names: ['A.m', 'A static block', 'A.b', 't.f', 'default', 'function on line 4'],
  })
})

const PIECES = [
  'function f#(a) { return a /* } */ }',
  'const g# = async (a) => { await a; return `${() => { }}` }',
  'class C# extends Object { #p = /[}]/; constructor() { super(); this.x = 1 } get y() { return this.#p } static { void 0 } }',
  'const t# = { a: 1, f() { return 2 }, g: x => ({ x }) }',
  'let v# = [1, 2, { a: () => 3 }]',
  'exports.e# = function* () { yield "}" }',
  'call#(() => { inner(); return () => 5 })',
  'if (f#) { var w# = () => { other() } }',
  "import i# from 'x'",
]
const file = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 8 })
  .map(pieces => pieces.map((piece, at) => piece.replace(/#(?!p\b)/g, `${at}`)))

describe('for any two files', () => {
  it('what is left parses, and undoing the edits gives the file back', async () => {
    await fc.assert(
      fc.asyncProperty(file, file, fc.constantFrom('\n', '\r\n', ';\n\n'), async (old, now, newline) => {
        const [before, after] = [old.join(newline), now.join(newline)]
        expect(await parseScript(after, 'a.mjs')).not.toBeNull()
        const found = await emptiedIn(before, after, 'a.mjs')
        if (found.is !== 'edits') return
        const text = applyEdits(after, found.edits)
        expect(await parseScript(text, 'a.mjs')).not.toBeNull()
        expect(await isInert(after, text, 'a.mjs')).toBe(false)
        expect(applyEdits(text, undone(after, found.edits))).toBe(after)
      }),
      { numRuns: 60 },
    )
  })
})

it.each([
  ['export function slug(text, limit) { return text.trim() }', ['{ return text }']],
  ['export const slug = (text = 1) => text.trim()', ['text']],
  ['class A { constructor(a) { this.a = a } get b() { return 1 } c(d) { return d + 1 } }', ['{ return d }']],
  [
    'export function none() { return 1 }\nexport function* all(list) { yield 1 }\nexport const of = ({ a }) => a + 1',
    [],
  ],
])('stand-ins return the first argument: %s', async (after, expected) => {
  const found = await emptiedIn(null, after, 'a.js')
  expect(found.is === 'edits' ? found.edits.flatMap(({ standIn }) => standIn ?? []) : found).toEqual(expected)
})
