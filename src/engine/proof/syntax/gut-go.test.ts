import { expect, it } from 'vitest'
import { gut } from './gut.ts'

const gutted = async (before: string | null, after: string): Promise<string> => {
  const result = await gut(before, after, 'a.go')
  return result.is === 'gutted' ? result.text : result.is
}

it.each([
  ['a result', 'func F(a int) int {\n\treturn a\n}\n', 'func F(a int) (_ int) { return }\n'],
  ['several results', 'func F() (int, error) {\n\treturn 1, nil\n}\n', 'func F() (_ int, _ error) { return }\n'],
  ['named results', 'func F() (n int, err error) {\n\treturn\n}\n', 'func F() (n int, err error) { return }\n'],
  ['nothing', 'func F(a int) { g(a) }\n', 'func F(a int) {}\n'],
  ['a method', 'func (u *UUID) F() bool { return u == nil }\n', 'func (u *UUID) F() (_ bool) { return }\n'],
  ['any type', 'func F[T any](a T) T { return a }\n', 'func F[T any](a T) (_ T) { return }\n'],
  ['a type with braces', 'func F() interface{} { return 1 }\n', 'func F() (_ interface{}) { return }\n'],
  ['a function', 'func F() func(int) int { return g }\n', 'func F() (_ func(int) int) { return }\n'],
  [
    'a channel',
    'func F() (chan int, map[string]int) { return g() }\n',
    'func F() (_ chan int, _ map[string]int) { return }\n',
  ],
  [
    'braces in texts',
    'func F() string { return "}" + `}` + string(\'}\') /* } */ }\n',
    'func F() (_ string) { return }\n',
  ],
])('a function that gives back %s', async (_, after, emptied) => {
  expect(await gutted(null, `package a\n\n${after}`)).toBe(`package a\n\n${emptied}`)
})

it('only what was added or changed', async () => {
  const before = 'package a\n\nfunc A() int { return 1 }\n\nfunc B() int { return 1 }\n'
  expect(await gutted(before, before.replace('B() int { return 1', 'B() int { return 2'))).toBe(
    'package a\n\nfunc A() int { return 1 }\n\nfunc B() (_ int) { return }\n',
  )
  expect(await gutted(before, `${before}\nvar C = 1\n`)).toBe('bare')
  expect(await gutted(null, 'package main')).toBe('bare')
})

it('imports that nobody uses any more have no name', async () => {
  const after =
    'package a\n\nimport (\n\t"fmt"\n\ts "strings"\n\t"os"\n)\n\nvar X = os.Args\n\nfunc F() string { return fmt.Sprint(s.ToUpper("os.")) }\n'
  expect(await gutted('package a\n', after)).toBe(
    'package a\n\nimport (\n\t_ "fmt"\n\t_ "strings"\n\t"os"\n)\n\nvar X = os.Args\n\nfunc F() (_ string) { return }\n',
  )
})
