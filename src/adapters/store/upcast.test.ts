import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ended, ready, started } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { runId, taskId } from '../../core/plan/ids.ts'
import { plainTask } from '../../core/plan/plan.ts'
import { escalationOf } from '../../core/shown/escalation.ts'
import type { Store } from '../../ports.ts'
import { openSqliteStore } from './sqlite.ts'
import { type OldEvent, UPCAST_STEPS, type UpcastStep, upcast } from './upcast.ts'

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
  await append(file, [...UPCAST_STEPS, whoBecomesBy], 0, { type: 'run-stopped', by: 'bob' })

  const older = { upcastSteps: [] }
  const openings = [openSqliteStore(file, older), openSqliteStore(file, { ...older, readOnly: true })]
  expect(openings.map(one => (one.ok ? 'opened' : one.error.reason))).toEqual(['journal-too-new', 'journal-too-new'])
})

it('a question to a human of schema 1 is made from the reasons before it', () => {
  const task = taskId('1')
  const old: readonly OldEvent[] = [
    {
      type: 'task-triaged',
      task,
      attempt: 1,
      disposition: 'escalate',
      reasons: ['no key'],
      again: { kind: 'implement', base: null, from: null, session: null },
      counted: false,
    },
    { type: 'task-escalated', task, reason: 'agent-blocked', escalation: { problem: 'as it was worded then' } },
  ]
  const at = given(ready, started('1'), ended('1')).and(old.map(event => upcast(event, 1, UPCAST_STEPS)))
  const problem = 'The agent for task 1 (Make 1) says that it is blocked: no key'
  expect(escalationOf(at.state, at.task('1'))).toMatchObject({ problem })
  expect(at.decisions('1')).toEqual([`waits for you: ${problem}`])
})

it('a task that was added in schema 1 keeps its reasons, and the task it was added for waits for it', () => {
  const task = taskId('1')
  const again = { kind: 'implement', base: null, from: null, session: null }
  const old: readonly OldEvent[] = [
    { type: 'task-triaged', task, attempt: 1, disposition: 'adapt', reasons: ['no tone'], again, counted: false },
    { type: 'task-added', task, added: plainTask(taskId('1.a'), 'Make the tone'), trigger: 'missing', scope: 'safe' },
  ]
  const at = given(ready, started('1'), ended('1')).and(old.map(event => upcast(event, 1, UPCAST_STEPS)))
  expect(at.task('1').decisions.map(({ fact }) => fact)).toMatchObject([{ type: 'task-added', reasons: ['no tone'] }])
  expect(at.status('1')).toBe('waiting')
})

it('a draft of schema 1 lists the files that its note called too large', () => {
  const notes = ['ignored and left out: dist/', 'larger than 5 MB and left out: a.bin, b.bin']
  const old = { type: 'attempt-ended', draft: { base: 'base', notes } }
  expect(upcast(old, 1, UPCAST_STEPS)).toEqual({ ...old, draft: { ...old.draft, oversized: ['a.bin', 'b.bin'] } })
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

it('an old run gets the limits that came later, and no budget', () => {
  const limits = { parallel: 2, memoryMb: 100 }
  expect(upcast({ type: 'run-opened', config: { limits, quick: false } }, 1, UPCAST_STEPS)).toEqual({
    type: 'run-opened',
    config: {
      quick: false,
      limits: {
        parallel: 2,
        memoryMb: 100,
        agentMemoryMb: 8192,
        processes: 500,
        patchFiles: 15,
        addedTasks: 3,
        usdPerRun: Number.POSITIVE_INFINITY,
      },
    },
  })
})
