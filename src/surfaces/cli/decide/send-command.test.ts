import { expect, it } from 'vitest'
import type { Store } from '../../../ports.ts'
import { awaited } from './send-command.ts'

it('a look at the journal that fails while somebody waits ends the waiting, and nothing is watched any more', async () => {
  const watchers = new Set<() => void>()
  const store = {
    watch: (changed: () => void) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  } as unknown as Store
  let looks = 0
  const waiting = awaited(store, 60_000, async () => {
    if (looks++ > 0) throw new Error('the journal is gone')
    return null
  })
  await Promise.resolve()
  for (const changed of watchers) changed()
  await expect(waiting).rejects.toThrow('the journal is gone')
  expect(watchers.size).toBe(0)
})
