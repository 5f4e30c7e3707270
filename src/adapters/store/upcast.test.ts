import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runId } from '../../core/plan/ids.ts'
import type { Store } from '../../ports.ts'
import { openSqliteStore } from './sqlite.ts'
import { type OldEvent, type UpcastStep, upcast } from './upcast.ts'

// As if `by` had been called `who` in schema 1, and were an object in schema 3.
const whoBecomesBy: UpcastStep = ({ who, ...rest }) => (who === undefined ? rest : { ...rest, by: who })
const byGetsAName: UpcastStep = old => (old.type === 'run-stopped' ? { ...old, by: { name: old.by } } : old)

it('an event goes through every step added after it was written', () => {
  const steps = [whoBecomesBy, byGetsAName]
  const written: readonly (readonly [number, OldEvent])[] = [
    [1, { type: 'run-stopped', who: 'ann' }],
    [2, { type: 'run-stopped', by: 'ann' }],
    [3, { type: 'run-stopped', by: { name: 'ann' } }],
    [1, { type: 'run-resumed' }],
  ]

  expect(written.map(([schema, event]) => upcast(event, schema, steps))).toEqual([
    { type: 'run-stopped', by: { name: 'ann' } },
    { type: 'run-stopped', by: { name: 'ann' } },
    { type: 'run-stopped', by: { name: 'ann' } },
    { type: 'run-resumed' },
  ])
})

it('a journal of mixed age reads as if the current version had written it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pm-agent-upcast-')), 'journal.db')
  await append(file, [], 0, { type: 'run-stopped', who: 'ann' })
  await append(file, [whoBecomesBy], 1, { type: 'run-stopped', by: 'bob' })

  const reader = open(file, [whoBecomesBy], { readOnly: true })
  expect((await reader.read(RUN)).map(one => one.event)).toEqual([
    { type: 'run-stopped', by: 'ann' },
    { type: 'run-stopped', by: 'bob' },
  ])
  reader.close()
})

it('a journal with events of a newer schema is refused with journal-too-new, open for reading or writing', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pm-agent-upcast-')), 'journal.db')
  await append(file, [whoBecomesBy], 0, { type: 'run-stopped', by: 'bob' })

  const openings = [openSqliteStore(file), openSqliteStore(file, { readOnly: true })]
  expect(openings.map(one => (one.ok ? 'opened' : one.error.reason))).toEqual(['journal-too-new', 'journal-too-new'])
})

it('an open store that meets events of a newer schema reports journal-too-new', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pm-agent-upcast-')), 'journal.db')
  const store = open(file, [])
  await append(file, [whoBecomesBy], 0, { type: 'run-stopped', by: 'bob' })

  await expect(store.read(RUN)).rejects.toMatchObject({ reason: 'journal-too-new' })
  store.close()
})

const RUN = runId('run-1')

function open(file: string, upcastSteps: readonly UpcastStep[], options = {}): Store {
  const opened = openSqliteStore(file, { ...options, upcastSteps })
  if (!opened.ok) throw opened.error
  return opened.value
}

/** One event, written by a pm-agent that knows these steps. */
async function append(file: string, steps: readonly UpcastStep[], version: number, event: OldEvent): Promise<void> {
  const store = open(file, steps)
  await store.create({ id: RUN, planId: 'plan', planPath: 'PLAN.md', openedAt: 0 })
  const lease = await store.takeLease(RUN, { pid: 1, startTime: '1', host: 'here' }, 0)
  if (!lease.ok) throw new Error('the lease is taken')
  expect(await store.append(lease.value, version, [{ at: 0, event: event as never }])).toMatchObject({ ok: true })
  store.close()
}
