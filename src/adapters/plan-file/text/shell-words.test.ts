import { expect, test } from 'vitest'
import { canBeCommand } from './shell-words.ts'

test.each([
  'npm test',
  '! grep -q x y',
  'CI=1 npm test -- --run',
  'node -e "console.log(f(1))"',
  "node -p 'add(1, 2)'",
  "awk '{ print length($0) }' a.txt",
  'diff <(node cli.js) expected.txt',
  'test "$(node cli.js | wc -l)" -eq 3',
  '[ -f a.txt ]',
  '[[ a == b ]]',
  'test a = b',
  '(cd web && npm test)',
  '{ echo a; echo b; }',
  './run.sh',
  'scripts/check.py --all',
  'python3.12 -m pytest',
  'make',
  'find . \\( -name a -o -name b \\)',
  '$EDITOR --version',
  'f() { echo a; }; f',
  'for f in a b; do test -f $f; done',
  'echo $((1 + 2))',
  'cat < a.txt',
])('a shell can run: %s', code => {
  expect(canBeCommand(code)).toBe(true)
})

test.each([
  'slug("Hello, World")',
  "slug('a')",
  'add(1, 2)',
  'Stack().pop()',
  'cart.total()',
  'await load(path)',
  'new Cart(3).size',
  'expect(f(1)).toBe(2)',
  'config.limit',
  'items[0].name',
  '"abc".trim()',
  '[1, 2].length',
  '{ a: 1 }.a',
  '!isEmpty(x)',
  'std::max(a, b)',
  'List[int]',
  'x => x + 1',
  'total === 3',
  'x = 1',
  '1 + 2',
  'GET /health',
  'SELECT name FROM users',
  "don't",
  '--verbose',
  '.button',
  'def f(x):',
])('no shell can run: %s', code => {
  expect(canBeCommand(code)).toBe(false)
})
