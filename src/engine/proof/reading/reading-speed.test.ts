import { expect, it } from 'vitest'
import { found } from '../../../../test/rig/proof/reading.ts'

const codeOf = (length: number): string => {
  let text = ''
  for (let at = 0; text.length < length; at++)
    text += `export function f${at}(a, b) {\n  const word${at} = "text ${at}" // a note\n  return a ? word${at} : b\n}\n`
  return text
}

const SHAPES: readonly (readonly [string, string, (length: number) => string])[] = [
  ['TypeScript', 'src/a.ts', codeOf],
  ['one long word', 'src/a.ts', length => `const key = "${'deadbeef01'.repeat(length / 10)}"\n`],
  ['one long line', 'src/a.js', length => `${'a=b(c,{d:1});'.repeat(length / 13)}\n`],
  ['empty lines', 'src/a.py', length => `a = 1\n${'\n'.repeat(length / 10)}b = 2\n`],
  ['a long import', 'src/a.js', length => `import ${'a'.repeat(length)}\n`],
  ['data', 'src/a.json', length => `{"a": [${'{"b": 1},'.repeat(length / 9)}1]}\n`],
]

async function secondsOf(path: string, text: string): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = process.threadCpuUsage()
    await found('left-for-later', { [path]: text })
    taken.push(process.threadCpuUsage(before).user / 1e6)
  }
  return Math.min(...taken)
}

it.each(SHAPES)('%s that is four times as long takes about four times as long to read', async (_, path, make) => {
  await secondsOf(path, make(50_000))
  const short = await secondsOf(path, make(50_000))
  expect(await secondsOf(path, make(200_000))).toBeLessThan(0.05 + short * 9)
})
