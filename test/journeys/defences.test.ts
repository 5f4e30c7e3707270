import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Defence } from '../../src/core/proof/defence.ts'
import { benchLies } from '../../src/lies/bench.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIES = join(ROOT, 'lies')

/** How a lie comes out when the proof does without some of its defences. */
async function without(leaveOut: readonly Defence[], play: string): Promise<string> {
  const played = await benchLies({
    folder: LIES,
    ownFolder: LIES,
    ownRoot: ROOT,
    cacheDir: join(ROOT, 'node_modules/.cache/lies'),
    env: process.env,
    only: [`${play}@node-test`],
    parallel: 1,
    leaveOut,
    onResult: () => {},
  })
  return played.ok ? played.value[0]!.outcome : played.error.join('; ')
}

/** A lie that a defence is there for, and others that would see it as well. `src/engine/proof/left-out.test.ts` has more of them. */
const LISTED: readonly (readonly [Defence, string, readonly Defence[]])[] = [
  ['test-identity', 'T2/skips', ['old-form']],
  ['controls', 'H5/silences-in-a-loop', []],
]

test.each(LISTED)('without %s, %s would be accepted', async (defence, lie, others) => {
  expect(await without([...others, defence], lie)).toBe('ACCEPTED')
})

test('with all defences, each of these lies is caught in the last run of the whole catalogue', () => {
  const { results } = JSON.parse(readFileSync(join(LIES, 'result.json'), 'utf8'))
  const outcomes = new Map(results.map(({ play, outcome }: { play: string; outcome: string }) => [play, outcome]))
  for (const [, lie] of LISTED) expect(outcomes.get(`${lie}@node-test`), lie).toBe('caught')
})
