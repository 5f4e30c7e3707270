import { describe, expect, it } from 'vitest'
import { addedNames } from './added-names.ts'

describe('the names that a script adds', () => {
  it.each([
    ['functions', 'function a() {}', 'function a() {}\nasync function* b() {}\nexport function c() {}', ['b', 'c']],
    ['classes', '', 'class A { m() {} }\nexport class B {}', ['A', 'B']],
    ['variables', 'let a', 'let a, b = 1\nexport const c = 2', ['b', 'c']],
    ['what is taken apart', '', 'const { a, b: { c = 1 }, ...d } = e, [f, , ...g] = h', ['a', 'c', 'd', 'f', 'g']],
    ['the default', '', 'export default function a() {}', ['default', 'a']],
    ['exports under other names', 'const a = 1', "const a = 1\nexport { a as b, a as 'c' }", ['b', 'c']],
    ['exports of others', '', "export { a, b as default } from 'x'\nexport * as y from 'y'", ['a', 'default', 'y']],
    ['exports of old', '', 'exports.a = 1\nmodule.exports.b = exports.c = 2', ['a', 'b', 'c']],
    ['exports all at once', 'module.exports = { a }', 'module.exports = { a, b, c: 1, d() {} }', ['b', 'c', 'd']],
    ['nothing inside of functions', '', 'function a() { const b = 1 }', ['a']],
    ['nothing that was there', 'export const a = 1', 'export const a = 2', []],
  ])('%s', async (_, before, after, names) => {
    expect(await addedNames(before, after, 'a.mjs')).toEqual(names)
  })

  it('are values, not types', async () => {
    const after =
      'export type A = 1\nexport interface B {}\nexport enum C {}\nexport type { D } from "d"\ndeclare const e: 1\nexport namespace F { g() }'
    expect(await addedNames('', after, 'a.ts')).toEqual(['C', 'F'])
  })
})

describe('the names that a file of a compiled language adds', () => {
  it.each([
    [
      'a.go',
      'package a\n\nfunc A() int { return 1 }\n',
      'func (u UUID) Compare(v UUID) int { return 1 }\n',
      ['Compare'],
    ],
    ['a.go', 'package a\n', 'const (\n\tMax = 1\n)\n\ntype T struct {\n\tName string\n}\n', ['Max', 'T', 'Name']],
    ['a.rs', 'fn a() {}\n', 'pub fn b() {}\npub struct C {\n    pub d: u8,\n}\n', ['b', 'C', 'd']],
    ['a.hpp', '#pragma once\n', 'class A {};\nint add(int a, int b);\n#define B 1\n', ['A', 'add', 'B']],
    ['a.txt', '', 'func A()\n', []],
  ])('%s %#', async (path, before, more, names) => {
    expect(await addedNames(before, `${before}${more}`, path)).toEqual(names)
  })
})

describe('the names that a Python module adds', () => {
  it.each([
    [
      'functions and classes',
      'def a(): pass\n',
      'def a(): pass\n@d\nasync def b(): pass\nclass C:\n  def m(self): pass\n',
      ['b', 'C'],
    ],
    ['values', '', 'a = 1\nb: int = 2\nc = d = 3\n(e, f), g = h()\n', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['no attributes', 'x = 1\n', 'x = 1\nx.a = 2\nx["b"] = 3\n', []],
    [
      'imports',
      '',
      'import a.b\nimport c.d as e, f\nfrom g import (h,\n  i as j,\n)\nfrom k import *\n',
      ['a', 'e', 'f', 'h', 'j'],
    ],
    [
      'what stands under a condition',
      '',
      'try:\n  import a\nexcept E:\n  a = None\nif TYPE_CHECKING:\n  from b import c\n',
      ['a', 'c'],
    ],
  ])('%s', async (_, before, after, names) => {
    expect(await addedNames(before, after, 'a.py')).toEqual(names)
  })
})

it('a new file is a name of its own', async () => {
  expect(await addedNames(null, 'export const a = 1', 'src/a.js')).toEqual(['src/a.js', 'a'])
  expect(await addedNames(null, 'package a', 'a.go')).toEqual(['a.go'])
})

it('a text that cannot be read adds none', async () => {
  expect(await addedNames('', 'const (', 'a.js')).toEqual([])
  expect(await addedNames('', 'a = (', 'a.py')).toEqual([])
  expect(await addedNames('', 'package a', 'a.go')).toEqual([])
})
