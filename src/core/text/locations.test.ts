import { expect, it } from 'vitest'
import { placesIn } from './locations.ts'

const FILES = new Set(['src/a.ts', 'src/a.py', 'lib.rs', 'src/shape.cpp'])
const places = (text: string) => placesIn(text, FILES).map(({ file, line }) => `${file}:${line}`)

it.each([
  ['tsc', "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.", ['src/a.ts:3']],
  ['a C++ compiler', '/tmp/room-1/src/shape.cpp:12:7: error: expected ;', ['src/shape.cpp:12']],
  ['pytest', 'src/a.py:7: AssertionError', ['src/a.py:7']],
  ['a Python traceback', '  File "/room/src/a.py", line 9, in f', ['src/a.py:9']],
  ['cargo', '  --> lib.rs:4:1', ['lib.rs:4']],
  ['eslint', '/room/src/a.ts\n  3:5  error  no  no-undef\n  8:1  error  no  no-undef\n', ['src/a.ts:3', 'src/a.ts:8']],
  [
    'a program that names other files, and one twice',
    'node:internal/a.js:3\n./src/a.ts:3 src/a.ts:3:1',
    ['src/a.ts:3'],
  ],
])('places are read from what %s prints', (_, text, expected) => {
  expect(places(text)).toEqual(expected)
})
