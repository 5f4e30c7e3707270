import { describe, expect, it } from 'vitest'
import {
  BASE,
  baseline,
  completed,
  contract,
  draft,
  ended,
  keptRef,
  landed,
  landingStarted,
  opened,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  saying,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { BEGIN, given, timeOf } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit, taskId } from '../plan/ids.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import { fold, type RunState } from './state.ts'

const TWO = opened(plan([task('1'), task('2')]))
const QUEUED = { is: 'queued', kind: 'implement', base: null, from: null, session: null } as const

describe('a run that was just opened', () => {
  it('holds its plan as it was read and has done nothing', () => {
    const of = opened(plan([task('1')]))
    const expected: RunState = {
      version: 1,
      opened: of,
      plan: of.plan,
      written: of.plan,
      planText: of.planText,
      config: of.config,
      openedAt: BEGIN,
      lastAt: BEGIN,
      tip: null,
      record: null,
      published: null,
      unpublished: null,
      baseline: null,
      baselineToken: null,
      baselineAccepted: false,
      tasks: [
        {
          task: task('1'),
          stage: QUEUED,
          added: null,
          attempts: [],
          fixes: 0,
          relaunches: 0,
          revisions: 0,
          launches: 0,
          attemptsBefore: 0,
          stopping: false,
          openProof: null,
          approved: null,
          waivers: [],
          outputs: {},
          notes: [],
          decisions: [],
          endedAt: null,
        },
      ],
      index: new Map([[taskId('1'), 0]]),
      dispatched: [],
      lane: [],
      troubles: new Map(),
      planEditedAt: null,
      stopped: false,
      paused: null,
      halted: null,
      integration: { running: null, records: [], diagnosing: null, launches: [] },
      replanning: { asking: null, launches: [], answers: new Map(), documents: new Map(), rewrites: [] },
      release: {
        reviewing: null,
        launches: [],
        reviews: [],
        remediations: [],
        gateToken: null,
        gate: null,
        writing: null,
        written: null,
      },
      pullRequest: null,
      finished: false,
    }
    expect(given(of).state).toEqual(expected)
  })

  it('counts a task whose box was ticked as completed, with the outputs that were kept', () => {
    const of = opened(plan([task('1')]), { existed: [{ task: taskId('1'), outputs: { path: 'a.js' } }] })
    expect(given(of).task('1')).toEqual({
      ...given().task('1'),
      stage: { is: 'completed', outcome: 'existed', commit: null },
      outputs: { path: 'a.js' },
      decisions: [{ at: BEGIN, fact: { type: 'box-ticked' } }],
      endedAt: BEGIN,
    })
  })
})

describe('an attempt', () => {
  const working = given(TWO, ready, started('1', 1, { from: keptRef('1', 0), agent: 'claude', prompt: 'do it' }))

  it('is known with everything needed to recognise it', () => {
    const at = working.and({
      type: 'agent-launched',
      task: taskId('1'),
      attempt: 1,
      process: { pid: 7, startTime: '42' },
      outputFile: 'one.log',
    })
    expect(at.task('1').stage).toEqual({ is: 'working', attempt: 1 })
    expect(at.task('1').attempts).toEqual([
      {
        number: 1,
        kind: 'implement',
        agent: 'claude',
        base: BASE,
        from: keptRef('1', 0),
        session: null,
        token: 'token-1-1',
        contract: contract('1'),
        contractHash: 'contract',
        prompt: 'do it',
        startedAt: timeOf(5),
        process: { pid: 7, startTime: '42' },
        outputFile: 'one.log',
        ended: null,
        merged: null,
        formatted: null,
        conflicts: [],
        receipt: null,
        said: [],
        judges: [],
      },
    ])
  })

  it('counts as one launch, and its task as dispatched once', () => {
    const again = working.and(ended('1'), started('1', 2), started('2'))
    expect(again.task('1').launches).toBe(2)
    expect(again.state.dispatched).toEqual(['1', '2'])
  })

  it('keeps how it ended and what was proven of it', () => {
    const at = working.and(ended('1'), proofStarted('1'), proofRecorded('1'))
    expect(at.task('1').attempts[0]).toEqual({
      ...working.task('1').attempts[0],
      ended: {
        at: timeOf(6),
        ending: { is: 'exited', code: 0 },
        reading: saying('success'),
        session: null,
        draft: draft('1'),
        outputFile: null,
        durationMs: 60_000,
      },
      receipt: receipt(),
    })
  })
})

describe('the stage of a task', () => {
  it('carries exactly what exists in it', () => {
    const events: readonly Event[] = [
      started('1'),
      ended('1'),
      proofStarted('1'),
      proofRecorded('1'),
      landingStarted('1', 1, { tag: 'pm/shop/checkpoint-1' }),
      landed('1'),
    ]
    let at = given(ready)
    const stages = events.map(event => {
      at = at.and(event)
      return at.task('1').stage
    })
    expect(stages).toEqual([
      { is: 'working', attempt: 1 },
      { is: 'drafted', attempt: 1 },
      { is: 'proving', attempt: 1, token: 'proof-1-1' },
      { is: 'proven', attempt: 1 },
      {
        is: 'landing',
        attempt: 1,
        onto: BASE,
        message: 'feat(shop): Make 1\n',
        tag: 'pm/shop/checkpoint-1',
        at: timeOf(9),
      },
      { is: 'completed', outcome: 'proven', commit: commit('commit-1'), tag: 'pm/shop/checkpoint-1' },
    ])
    expect(at.state.tip).toBe('commit-1')
    expect(at.task('1').endedAt).toBe(timeOf(10))
  })

  it('says existed when there was nothing to do', () => {
    const at = given(ready, completed('1', { receipt: receipt({ basis: 'existed' }), outputs: { path: 'a.js' } }))
    expect(at.task('1').stage).toEqual({ is: 'completed', outcome: 'existed', commit: commit('commit-1') })
    expect(at.task('1').outputs).toEqual({ path: 'a.js' })
  })

  it('is the queue again after triage, with what the next attempt starts with', () => {
    const again = { kind: 'fix', base: BASE, from: keptRef('1', 1), session: 's' } as const
    const triaged = { type: 'task-triaged', task: taskId('1'), attempt: 1, reasons: ['a', 'b'], again } as const
    const drafted = given(ready, started('1'), ended('1'))
    const retried = drafted.and({ ...triaged, disposition: 'retry', counted: true }).task('1')
    expect([retried.stage, retried.fixes, retried.relaunches]).toEqual([{ is: 'queued', ...again }, 1, 0])
    expect(retried.decisions).toEqual([{ at: timeOf(7), fact: { ...triaged, disposition: 'retry', counted: true } }])
    const counted = drafted.and({ ...triaged, disposition: 'relaunch', counted: true }).task('1')
    expect([counted.stage, counted.fixes, counted.relaunches]).toEqual([{ is: 'queued', ...again }, 0, 1])
    const free = drafted.and({ ...triaged, disposition: 'relaunch', counted: false }).task('1')
    expect([free.fixes, free.relaunches]).toEqual([0, 0])
  })

  it('is the queue again after a refused landing, from the beginning', () => {
    const refused = { type: 'landing-refused', task: taskId('1'), attempt: 1, reason: 'moved' } as const
    const run = given(ready, started('1'), ended('1'), proofRecorded('1'), landingStarted('1'), refused).task('1')
    expect(run.stage).toEqual(QUEUED)
    expect(run.decisions).toEqual([{ at: timeOf(9), fact: refused }])
  })
})

describe('what a human says', () => {
  it('to try again clears the budgets and is kept as a note', () => {
    const again = (note: string): Event => ({ type: 'task-retried', task: taskId('1'), by: 'Ada', note })
    const at = given(ready, started('1'), ended('1'), again('mind the cache'), again(''))
    const run = at.task('1')
    expect([run.stage, run.launches, run.notes]).toEqual([QUEUED, 0, ['mind the cache']])
    expect(at.decisions('1')).toEqual(['Ada said to try again: mind the cache', 'Ada said to try again'])
  })

  it('to skip a task ends it', () => {
    const at = given(ready, skipped('1', 'not needed'))
    const run = at.task('1')
    expect([run.stage, run.endedAt]).toEqual([{ is: 'skipped', by: 'Ada', note: 'not needed' }, timeOf(5)])
    expect(at.decisions('1')).toEqual(['Ada said to skip it: not needed'])
  })
})

describe('the base', () => {
  const sick = baseline({ problems: ['npm is not installed'] })
  const halted = given(
    { type: 'branch-started', tip: BASE, planCommit: true },
    { type: 'baseline-started', base: BASE, token: 'measuring' },
    { type: 'baseline-recorded', base: BASE, baseline: sick },
    { type: 'run-halted', problem: 'npm is not installed', hints: [] },
  )

  it('is being measured under a token until it is known', () => {
    const begun = given({ type: 'baseline-started', base: BASE, token: 'measuring' })
    expect(begun.state.baselineToken).toBe('measuring')
    expect(halted.state.baselineToken).toBeNull()
    expect(halted.state.baseline).toEqual({ base: BASE, baseline: sick })
  })

  it('that a human accepted stays accepted and known', () => {
    const { state } = halted.and({ type: 'baseline-accepted', by: 'Ada' }, { type: 'run-resumed' })
    expect([state.baselineAccepted, state.halted, state.baseline?.baseline]).toEqual([true, null, sick])
  })

  it('that was found unhealthy is forgotten when the run is resumed', () => {
    const { state } = halted.and({ type: 'run-resumed' })
    expect([state.halted, state.baseline]).toEqual([null, null])
  })
})

describe('the branch', () => {
  const refused: Event = { type: 'publishing-refused', tip: BASE, reason: 'checked-out', detail: 'it is checked out' }

  it('that could not be offered is remembered with the reason until it could', () => {
    const { state } = given(ready, refused)
    expect(state.unpublished).toEqual({ tip: BASE, reason: 'checked-out', detail: 'it is checked out' })
    expect(given(ready, refused, { type: 'branch-published', tip: BASE }).state.unpublished).toBeNull()
  })
})

describe('a journal', () => {
  it('that does not begin with an opened run is a bug', () => {
    expect(() => evolve(null, { version: 1, at: 0, event: { type: 'run-finished' } })).toThrow(
      'the journal begins with run-finished',
    )
  })

  it('that names a task which is not in the plan is a bug', () => {
    expect(() => given(ready, started('7'))).toThrow('no task 7 in this run')
    expect(() => given(ready, skipped('7'))).toThrow('the journal names task 7, the plan does not')
  })

  it('without events is no run', () => {
    expect(fold([], evolve)).toBeNull()
  })

  it('gives the same state each time it is replayed, from what a disk would keep of it', () => {
    const events = [TWO, ...ready, ...completed('1'), ...completed('2'), { type: 'run-finished' } as const]
    const records = events.map((event, at) => ({ version: at + 1, at: timeOf(at + 1), event }))
    const written = JSON.parse(JSON.stringify(records)) as typeof records
    expect(fold(written, evolve)).toEqual(given(...events).state)
  })

  it('changes no state that somebody still holds', () => {
    const before = given(TWO, ready)
    const copy = structuredClone(before.state)
    const after = before.and(completed('1'), skipped('2'), { type: 'run-finished' })
    expect(before.state).toEqual(copy)
    expect(before.and(started('1')).state.tasks[1]).toBe(before.state.tasks[1])
    expect([after.state.version, after.state.lastAt, after.state.finished]).toEqual([13, timeOf(13), true])
  })
})
