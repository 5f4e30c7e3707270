import { expect, it } from 'vitest'
import { opened, ready } from '../../test/rig/core/facts.ts'
import { plan, task } from '../../test/rig/core/plan.ts'
import { lead } from '../../test/rig/store-world.ts'
import { createMemoryStore } from '../adapters/store/memory.ts'
import { type Seen, seenOf } from '../core/journal/seen.ts'
import { taskId } from '../core/plan/ids.ts'
import { evolve } from '../core/run/evolve.ts'
import { fold, taskRun } from '../core/run/state.ts'
import { decideAlone } from './decide-alone.ts'

const deciders = { standing: async () => 'human' as const }

/** A run at rest, and people who all looked at it before any of them decided. */
async function atRest() {
  const store = createMemoryStore()
  const lease = await lead(store)
  const events = [opened(plan([task('1'), task('2')])), ready].flat().map(event => ({ at: 0, event }))
  await store.append(lease, 0, events)
  const seen = fold(await store.read(lease.run), evolve)!
  const skip = (id: string, shown: Seen = seenOf(taskRun(seen, taskId(id)))) =>
    decideAlone(
      store,
      lease,
      seen,
      { type: 'skip-task', task: taskId(id), by: 'Ada', note: '', seen: shown },
      { deciders, now: 1 },
    )
  const stages = async () => fold(await store.read(lease.run), evolve)!.tasks.map(({ stage }) => stage.is)
  return { skip, stages }
}

it('decisions of two people about two tasks are both taken, although neither knew of the other', async () => {
  const { skip, stages } = await atRest()
  expect(await skip('1')).toMatchObject({ ok: true })
  expect(await skip('2')).toMatchObject({ ok: true })
  expect(await stages()).toEqual(['skipped', 'skipped'])
})

it('of two decisions about one task the second is refused with the reason', async () => {
  const { skip } = await atRest()
  expect(await skip('1')).toMatchObject({ ok: true })
  expect(await skip('1')).toMatchObject({
    ok: false,
    error: { message: 'Task 1 changed since this was decided: it is skipped now.' },
  })
})
