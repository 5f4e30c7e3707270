import { expect, it } from 'vitest'
import { gut } from './gut.ts'

const gutted = async (path: string, before: string | null, after: string): Promise<string> => {
  const result = await gut(before, after, path)
  return result.is === 'gutted' ? result.text : result.is
}

it.each([
  ['fn f(a: u8) -> u8 { a }\n', 'fn f(a: u8) -> u8 { 0 }\n'],
  ['fn f() -> Option<u8> { g() }\n', 'fn f() -> Option<u8> { None }\n'],
  ['fn f() -> Vec<u8> { g() }\n', 'fn f() -> Vec<u8> { Default::default() }\n'],
  [
    "pub fn f<'a>(x: &'a str) -> &'a str where 'a: 'a {\n    g(x, '}', \"}\")\n}\n",
    "pub fn f<'a>(x: &'a str) -> &'a str where 'a: 'a { \"\" }\n",
  ],
  ['impl A {\n    fn m(&self) {\n        // }\n    }\n}\n', 'impl A {\n    fn m(&self) {  }\n}\n'],
  ['trait T {\n    fn m(&self);\n}\n', 'bare'],
  ['#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { assert!(true) }\n}\n', 'bare'],
])('a function in Rust: %j', async (after, emptied) => {
  expect(await gutted('src/lib.rs', null, after)).toBe(emptied)
})

it.each([
  [
    'a.cpp',
    '#include "a.h"\nint area(int side) { return side * side; }\n',
    '#include "a.h"\nint area(int side) { return {}; }\n',
  ],
  ['a.c', 'static char *name(void)\n{\n  return "}";\n}\n', 'static char *name(void)\n{ return 0; }\n'],
  ['a.cpp', 'void A::run(int a) const {\n  if (a) { go(); }\n}\n', 'void A::run(int a) const {}\n'],
  ['a.cc', 'std::vector<int> all() {\n  return {1};\n}\n', 'std::vector<int> all() { return {}; }\n'],
  ['a.cpp', 'int area(int side);\n', 'bare'],
  ['a.cpp', 'int main() {\n  return area(1);\n}\n', 'bare'],
])('a function in C: %s %#', async (path, after, emptied) => {
  expect(await gutted(path, null, after)).toBe(emptied)
})

it('a text that is made to be slow is not read', async () => {
  expect(await gutted('a.rs', null, `fn a() {}\n${'r#"'.repeat(1000)}`)).toBe('unknown')
})

it('only what was added or changed', async () => {
  expect(await gutted('a.rs', 'fn a() -> u8 { 1 }\n', 'fn a() -> u8 {\n    // One.\n    1\n}\n')).toBe('bare')
  const rust = 'fn a() -> u8 { 1 }\nfn b() -> u8 { 1 }\n'
  expect(await gutted('a.rs', rust, rust.replace('b() -> u8 { 1', 'b() -> u8 { 2'))).toBe(
    'fn a() -> u8 { 1 }\nfn b() -> u8 { 0 }\n',
  )
  const c = 'int a() { return 1; }\nint b() { return 1; }\n'
  expect(await gutted('a.cpp', c, c.replace('b() { return 1', 'b() { return 2'))).toBe(
    'int a() { return 1; }\nint b() { return {}; }\n',
  )
})
