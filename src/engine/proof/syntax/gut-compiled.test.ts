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
  expect(await gutted('a.rs', 'fn a() -> u8 { 1 }\n', 'fn a() -> u8 {\n    // One.\n    1\n}\n')).toBe('nothing')
  const rust = 'fn a() -> u8 { 1 }\nfn b() -> u8 { 1 }\n'
  expect(await gutted('a.rs', rust, rust.replace('b() -> u8 { 1', 'b() -> u8 { 2'))).toBe(
    'fn a() -> u8 { 1 }\nfn b() -> u8 { 0 }\n',
  )
  const c = 'int a() { return 1; }\nint b() { return 1; }\n'
  expect(await gutted('a.cpp', c, c.replace('b() { return 1', 'b() { return 2'))).toBe(
    'int a() { return 1; }\nint b() { return {}; }\n',
  )
})

it.each([
  ['a constructor', 'A::A(int b) : b_(b) { go(); }\n', 'A::A(int b) : b_(b) {}\n'],
  [
    'a method of a class',
    'class A {\n public:\n  auto f() const -> int { return b; }\n};\n',
    'class A {\n public:\n  auto f() const -> int { return {}; }\n};\n',
  ],
  ['a template', 'template <class T>\nT f(T a) { return a; }\n', 'template <class T>\nT f(T a) { return {}; }\n'],
  ['an operator', 'bool operator==(A a, A b) { return true; }\n', 'bool operator==(A a, A b) { return {}; }\n'],
  ['a conversion', 'A::operator bool() const { return b; }\n', 'A::operator bool() const { return {}; }\n'],
  [
    'a reference to a value with an empty form',
    'const std::string& A::n() const { return n_; }\n',
    'const std::string& A::n() const { static const std::string empty{}; return empty; }\n',
  ],
  ['no reference to anything else', 'A& f() { return a; }\n', 'bare'],
  [
    'both forms of a condition',
    '#if B\nint f(int a) { return 1; }\n#else\nint f(long a) { return 2; }\n#endif\n',
    '#if B\nint f(int a) { return {}; }\n#else\nint f(long a) { return {}; }\n#endif\n',
  ],
  [
    'a function beside a macro that is no C',
    'int f(int a) { return 1; }\nFOO(int b) BAR { return 2 }\n',
    'int f(int a) { return {}; }\nFOO(int b) BAR { return 2 }\n',
  ],
])('%s in C++', async (_, after, emptied) => {
  expect(await gutted('a.cpp', null, after)).toBe(emptied)
})

it.each([
  ['fn f() -> Result<u8, String> { g() }\n', 'fn f() -> Result<u8, String> { Ok(0) }\n'],
  ['fn f() -> fmt::Result { g() }\n', 'fn f() -> fmt::Result { Ok(Default::default()) }\n'],
  ['fn f() -> std::io::Result<u8> { g() }\n', 'fn f() -> std::io::Result<u8> { Ok(0) }\n'],
  ['fn f(&self) -> &Vec<u8> { &self.a }\n', 'fn f(&self) -> &Vec<u8> { unimplemented!() }\n'],
  ['fn f() -> impl Iterator<Item = u8> { g() }\n', 'bare'],
  ['fn f() -> Box<dyn Fn(u8) -> u8> { g() }\n', 'fn f() -> Box<dyn Fn(u8) -> u8> { unimplemented!() }\n'],
  ['struct A;\nfn f() -> A { A }\n', 'struct A;\nfn f() -> A { unimplemented!() }\n'],
  [
    '#[derive(Default)]\nstruct A;\nfn f() -> A { A }\n',
    '#[derive(Default)]\nstruct A;\nfn f() -> A { Default::default() }\n',
  ],
  ['fn f() -> (u8, bool) { g() }\n', 'fn f() -> (u8, bool) { (0, false,) }\n'],
  [
    'struct A;\nimpl A {\n    fn new() -> Self { A }\n}\n',
    'struct A;\nimpl A {\n    fn new() -> Self { unimplemented!() }\n}\n',
  ],
  ['/* /* fn */ fn g() {} */\nfn f() -> u8 { 1 }\n', '/* /* fn */ fn g() {} */\nfn f() -> u8 { 0 }\n'],
])('a function in Rust whose type has a form of its own: %j', async (after, emptied) => {
  expect(await gutted('src/lib.rs', null, after)).toBe(emptied)
})

it('a structure of C is returned empty', async () => {
  expect(await gutted('a.c', null, 'struct point mk(int a) { return p; }\n')).toBe(
    'struct point mk(int a) { static struct point empty; return empty; }\n',
  )
})
