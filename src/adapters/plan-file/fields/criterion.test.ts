import { describe, expect, test } from 'vitest'
import type { Expectation } from '../../../core/plan/plan.ts'
import { asksForFailure, isRemark, readCheck, unrunCommand } from './criterion.ts'

const exit = (code: number): Expectation => ({ is: 'exit', code })
const stdout = (text: string): Expectation => ({ is: 'stdout', text })
const number = (value: number): Expectation => ({ is: 'number', value })
const words = (said: string): Expectation => ({ is: 'words', words: said })

describe('a criterion with a command', () => {
  test.each<[written: string, command: string, expectation: Expectation]>([
    ['`npm test` → exit 0', 'npm test', exit(0)],
    ['`npm test` -> exit 0', 'npm test', exit(0)],
    ['`npm test` => exit 0', 'npm test', exit(0)],
    ['`npm test` → exit 0 (no runtime errors)', 'npm test', exit(0)],
    ['`npm test` → exit 0 `[static]`', 'npm test', exit(0)],
    ['`grep x y` → exits with code 1', 'grep x y', exit(1)],
    ['`grep x y` → exit code: 1', 'grep x y', exit(1)],
    ['`make verify` exit 0 (after the upgrade)', 'make verify', exit(0)],
    ['`npm test` →', 'npm test', exit(0)],
    ['`npm test`', 'npm test', exit(0)],
    ['`npm test`.', 'npm test', exit(0)],
    ['`head -1 run.sh` → `#!/usr/bin/env bash`', 'head -1 run.sh', stdout('#!/usr/bin/env bash')],
    ['`echo "[]"` → `[]` (an empty list)', 'echo "[]"', stdout('[]')],
    ['``echo `date` `` → `x`', 'echo `date`', stdout('x')],
    ['`wc -l < a.csv` → 11 (header + 10 rows)', 'wc -l < a.csv', number(11)],
    ['`jq .n a.json` → -1.5e3', 'jq .n a.json', number(-1500)],
    ['`jq .n a.json` → 0.', 'jq .n a.json', number(0)],
    ['`jq . a.json` → valid JSON', 'jq . a.json', words('valid JSON')],
    ['`jq .a a.json` → not null', 'jq .a a.json', words('not null')],
    ['`test -x a.sh` → executable', 'test -x a.sh', words('executable')],
    ['`npm run lint` → no errors', 'npm run lint', words('no errors')],
    ['`npm test` → 25 or more pass', 'npm test', words('25 or more pass')],
    ['`node --version` → 24.1.0', 'node --version', words('24.1.0')],
    ['`cat a` → `x` or `y`', 'cat a', words('`x` or `y`')],
    ['`! grep -q x y` → no network calls', '! grep -q x y', words('no network calls')],
    ['First line: `head -1 a.csv` → `id,name`', 'head -1 a.csv', stdout('id,name')],
    ['**First line:** `head -1 a.csv` → `id,name`', 'head -1 a.csv', stdout('id,name')],
    ['Run `npm test` → exit 0', 'npm test', exit(0)],
    ['File exists: `src/a.ts`', "test -e 'src/a.ts'", exit(0)],
    ["File exists: `it's here.ts` (new)", "test -e 'it'\\''s here.ts'", exit(0)],
    ['File exists: src/a.ts', "test -e 'src/a.ts'", exit(0)],
    ['Files exist: `a.ts`, `b.ts`', "test -e 'a.ts' && test -e 'b.ts'", exit(0)],
    ['Directory exists: `./web`', "test -e './web'", exit(0)],
    ['`make run` → `out` ± 1', 'make run', words('`out` ± 1')],
    ['`npm test` passes', 'npm test', exit(0)],
    ['`pytest -q tests/a.py` succeeds.', 'pytest -q tests/a.py', exit(0)],
    ['File exists: `test -f a.ts`', 'test -f a.ts', exit(0)],
    ['File exists: `test -f a.ts` → exit 0', 'test -f a.ts', exit(0)],
  ])('%s', (written, command, expectation) => {
    expect(readCheck(written)).toEqual({ command, expect: expectation })
  })
})

test.each([
  'Module exports `f`',
  '`src/App.jsx` exists and renders 5 champions',
  '`python3 hello.py` outputs "Hello"',
  'Clicking `Button` → the dialog opens',
  'Choose a champion → its build is shown',
  'Build output exists: `web/dist/index.html`',
  'File exists: somewhere below src',
  'File exists at src/a.ts',
  '`` → exit 0',
  'ESLint passes (`npm run lint`)',
  '`npm test` passes on Windows',
  '`validate()` passes',
  '`slug("Hello, World")` → `"hello-world"`',
  '`add(1, 2)` → 3',
  '`cart.total` → 0',
  'Empty: `parse("")` → `null`',
  '`GET /health` → 200',
  '',
])('there is no command in: %s', written => {
  expect(readCheck(written)).toBe(null)
})

test('values with tolerances are compared, one by one', () => {
  const value = (fields: object) => ({ file: null, path: '', absolute: 0, relative: 0, ...fields })
  expect(readCheck('`make run` → runs[0].energy = -1.23 ± 1e-6; n = 3 ± 0.1%.')).toEqual({
    command: 'make run',
    expect: {
      is: 'values',
      values: [
        value({ text: 'runs[0].energy = -1.23 ± 1e-6', path: 'runs[0].energy', expected: -1.23, absolute: 1e-6 }),
        value({ text: 'n = 3 ± 0.1%', path: 'n', expected: 3, relative: 0.001 }),
      ],
    },
  })
  expect(readCheck('`make run` → 42 ± 0.5')?.expect).toMatchObject({
    is: 'values',
    values: [{ path: '', expected: 42 }],
  })
  expect(readCheck('`make run` → about 42 ± 0.5')?.expect.is).toBe('words')
  expect(readCheck('`make run` → total = 42')?.expect.is).toBe('words')
})

test('a whole remark in brackets is not a criterion, brackets in a criterion are', () => {
  const remarks = ['(no tests - data files only)', '（문서 작업）', '(none)', 'None', '-', '_None_', '(a (b) c)', '']
  expect(remarks.filter(remark => !isRemark(remark))).toEqual([])
  expect(['(a) and (b)', '`x` (y)', 'None of the files change', '('].filter(isRemark)).toEqual([])
})

test('a command that is never run is recognised by the program it starts', () => {
  expect(unrunCommand('`python3 hello.py` outputs "Hello"')).toBe('python3 hello.py')
  expect(unrunCommand('No calls: `! grep -q curl a.sh`')).toBe('! grep -q curl a.sh')
  expect(unrunCommand('`src/a b.ts` is there')).toBe(null)
  expect(unrunCommand('`make` is used')).toBe(null)
  expect(unrunCommand('no code at all')).toBe(null)
})

test('text that asks for a failure is recognised', () => {
  const asks = (written: string) => asksForFailure(readCheck(written)!.expect)
  expect(['`a` → non-zero', '`a` → exits non-zero', '`a` → exit nonzero', '`a` → fails'].map(asks)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['`a` → no errors', '`a` → exit 1', '`a` → `fails`'].map(asks)).toEqual([false, false, false])
})
