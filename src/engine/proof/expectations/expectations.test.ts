import { describe, expect, it } from 'vitest'
import { applyEdits } from '../syntax/edits.ts'
import { otherExpectations } from './javascript.ts'
import { otherPythonExpectations } from './python.ts'

const script = async (line: string): Promise<string> =>
  applyEdits(line, (await otherExpectations(line, 'a.test.js', 1)) ?? [])
const python = async (line: string): Promise<string> =>
  applyEdits(line, (await otherPythonExpectations(line, -1)) ?? [])

describe('expected values of JavaScript tests are changed', () => {
  it.each([
    ["expect(slug('A')).toBe('a')", `expect(slug('A')).toBe("a~")`],
    ['assert.equal(add(1, 2), 3)', 'assert.equal(add(1, 2), (987654324))'],
    ["assert.deepEqual(list(), [{ a: 1 }, 'b'])", `assert.deepEqual(list(), [{ a: (987654322) }, "b~"])`],
    ["assertEquals('a', slug(text))", `assertEquals("a~", slug(text))`],
    ['await expect(load()).resolves.toEqual([])', 'await expect(load()).resolves.toEqual(["~"])'],
    ['assert.throws(() => run(), /empty/)', 'assert.throws(() => run(), /~~empty~~/)'],
    ['if (sum(1) !== 2 || sum(2) === 4) throw 1', 'if (sum(1) !== 2 || sum(2) === (987654325)) throw 1'],
    ['assert(ok() === true)', 'assert(ok() === false)'],
    [
      'assert.equal(render(page, { rows: 2 }).length, 3)',
      'assert.equal(render(page, { rows: 2 }).length, (987654324))',
    ],
    ["assert.ok(same(slug('A'), 'a'))", `assert.ok(same(slug('A'), "a~"))`],
    ["for (let at = 0; at < 9; at++) check(word(at), 'a')", `for (let at = 0; at < 9; at++) check(word(at), "a~")`],
  ])('%s', async (line, changed) => {
    expect(await script(line)).toBe(changed)
  })

  it.each([
    "test('a title', () => {})",
    "it('waits', async () => {}, 5000)",
    "expect(x).not.toBe('a')",
    "assert.notEqual(f(x), 'a')",
    "const list = ['a', 'b']",
    'assert.ok(f(1))',
    'while (queue.length > 0) queue.pop()',
    "assert.ok(!String(slug('A')).includes('-'))",
  ])('but not %s', async line => {
    expect(await script(line)).toBe(line)
  })
})

describe('expected values of Python tests are changed', () => {
  it.each([
    ['assert slug("A") == "a"\n', 'assert slug("A") == "a~"\n'],
    ['assert total([1, 2]) > 3, "message"\n', 'assert total([1, 2]) > (3 - 987654321), "message"\n'],
    ['assert {"a": [1]} == read(x)\n', 'assert {"a~": [(1 - 987654321)]} == read(x)\n'],
    ['self.assertEqual(slug(x), "a")\n', 'self.assertEqual(slug(x), "a~")\n'],
    ['assert ok(x) == True\n', 'assert ok(x) == False\n'],
  ])('%s', async (line, changed) => {
    expect(await python(line)).toBe(changed)
  })

  it.each([
    'x = "a"\n',
    'self.assertNotEqual(f(x), "a")\n',
    'assert f("a") == g("b") + h(1)\n',
    'def f(a=1): return a\n',
  ])('but not %s', async line => {
    expect(await python(line)).toBe(line)
  })
})
