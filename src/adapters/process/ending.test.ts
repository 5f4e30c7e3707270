import { expect, test } from 'vitest'
import type { Ending } from '../../core/run/ending.ts'
import { watchLimits } from './ending.ts'

/** To a process that was stopped, or whose machine slept, time is simply gone: nothing of its own runs meanwhile. */
const sleepSoundly = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function watched(limits: { readonly wallMs: number; readonly idleMs: number | null }) {
  const endings: Ending[] = []
  const { promise, resolve } = Promise.withResolvers<Ending>()
  const watch = watchLimits(limits, [], why => {
    endings.push(why)
    resolve(why)
  })
  return { ...watch, endings, ended: promise }
}

/** The next turn in which timers that are due have run. */
const timersRan = () => new Promise(resolve => setTimeout(resolve, 1))

test('sleeping longer than every limit is not held against a child', async () => {
  const limits = watched({ wallMs: 600, idleMs: 500 })
  sleepSoundly(1_500)
  await timersRan()
  expect(limits.endings).toEqual([])
  limits.clear()
})

test('after sleep the rest of the time is still counted', async () => {
  const limits = watched({ wallMs: 300, idleMs: null })
  sleepSoundly(900)
  await timersRan()
  expect(limits.endings).toEqual([])
  expect(await limits.ended).toEqual({ is: 'timed-out', minutes: 0.005 })
})

test('silence ends a child, and each word gives it its time again', async () => {
  const limits = watched({ wallMs: 60_000, idleMs: 120 })
  const began = performance.now()
  let words = 0
  const speaking = setInterval(() => {
    limits.onOutput()
    if (++words === 15) clearInterval(speaking)
  }, 20)
  expect(await limits.ended).toEqual({ is: 'idle', minutes: 0.002 })
  expect(performance.now() - began).toBeGreaterThan(400)
  limits.clear()
})
