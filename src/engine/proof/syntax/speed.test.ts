import { expect, it } from 'vitest'
import { gut } from './gut.ts'
import { isInert } from './inert.ts'

const JAVASCRIPT = Array.from(
  { length: 1000 },
  (_, at) => `export function f${at}(a, b) {\n  if (a) {\n    return b.map(x => x + ${at})\n  }\n}`,
).join('\n')
const PYTHON = Array.from(
  { length: 1000 },
  (_, at) => `def f${at}(a, b):\n    if a:\n        return [x + ${at} for x in b]\n    return f"{a!r:>{b}}"\n`,
).join('\n')

/** The least of three in seconds of this process alone: the machine may be busy with other things. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    taken.push((user + system) / 1e6)
  }
  return Math.min(...taken)
}

it.each([
  ['JavaScript', 'a.js', JAVASCRIPT],
  ['TypeScript', 'a.ts', JAVASCRIPT],
  ['Python', 'a.py', PYTHON],
])('five thousand lines of %s take less than a second', async (_, path, text) => {
  expect(text.split('\n').length).toBeGreaterThanOrEqual(4999)
  const changed = text.replaceAll('x + 7', 'x - 7')
  expect(await secondsOf(() => gut(text, changed, path))).toBeLessThan(1)
  expect(await secondsOf(() => gut(null, text, path))).toBeLessThan(1)
  expect(await secondsOf(() => isInert(text, changed, path))).toBeLessThan(1)
})

/** One line as generated files have it, and code that is nested as nobody writes it. */
const ODD: readonly (readonly [string, string, (length: number) => string])[] = [
  ['a long line of Python', 'a.py', length => `if a: f(x)${' else if (a) { g(1) }'.repeat(length / 20)}\n`],
  ['many statements in a line of Python', 'a.py', length => `${'x = 1; '.repeat(length / 7)}\n`],
  ['a long list in Python', 'a.py', length => `x = [${'1, '.repeat(length / 3)}]\n`],
  ['minified JavaScript', 'a.js', length => `${'a=b(c,{d:1});'.repeat(length / 13)}\n`],
  ['a long list in TypeScript', 'a.ts', length => `export const x = [${'"abc", '.repeat(length / 7)}]\n`],
]

it.each(ODD)('%s that is four times as long takes about four times as long to empty', async (_, path, make) => {
  const [short, long] = [make(20_000), make(80_000)]
  await gut(null, short, path)
  const shortSeconds = await secondsOf(() => gut(null, short, path))
  expect(await secondsOf(() => gut(null, long, path))).toBeLessThan(0.05 + shortSeconds * 9)
})

it.each(['a.js', 'a.ts', 'a.tsx'])('code that is nested too deeply to be walked is not read as %s', async path => {
  for (const text of [`a${'.b'.repeat(20_000)}\n`, `a()${'.b()'.repeat(20_000)}\n`, `${'['.repeat(50_000)}\n`]) {
    expect((await gut(null, text, path)).is).toBe('unknown')
    expect(await isInert(text, `${text}x\n`, path)).toBe(false)
  }
})
