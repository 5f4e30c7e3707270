import { describe, expect, it } from 'vitest'
import {
  BASE,
  baseline,
  config,
  ended,
  finished,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, type TaskFields, task } from '../../../test/rig/core/plan.ts'
import { heldBy } from '../run/queue.ts'
import type { Config } from '../settings/config.ts'

/** A run of these tasks, so many at once, in which nothing has begun. */
const run = (tasks: Readonly<Record<string, TaskFields>>, parallel = 3, fields: Partial<Config> = {}): Given => {
  const all = Object.entries(tasks).map(([id, of]) => task(id, of))
  return given(opened(plan(all), { config: config({ parallel }, fields) }), ready)
}

const proven = (id: string) => [started(id), ended(id), proofStarted(id), proofRecorded(id)]
const critical: TaskFields = { tier: 'critical' }
const same: TaskFields = { owner: 'api' }
const limited = { is: 'usage-limit', problem: 'no more', resetsAt: null } as const
const priced = { worker: { is: 'claude', name: 'worker' } } as unknown as Partial<Config>

const REASONS: readonly (readonly [string, Given, string, RegExp])[] = [
  [
    'every place is taken',
    run({ 1: {}, 2: {}, 3: {} }, 2).and(started('1'), started('2')),
    '3',
    /^it waits, because all 2 places are taken by tasks 1, 2 \(limits\.parallel, or run --parallel N\)\.$/,
  ],
  [
    'the only place is taken',
    run({ 1: {}, 2: {} }, 1).and(started('1')),
    '2',
    /because the only place is taken by task 1 \(/,
  ],
  [
    'a critical task runs',
    run({ 1: critical, 2: {} }).and(started('1')),
    '2',
    /because task 1 is critical and runs alone\.$/,
  ],
  [
    'it is critical itself',
    run({ 1: {}, 2: critical }).and(started('1')),
    '2',
    /because it is critical and runs alone, and task 1 is under way\.$/,
  ],
  [
    'a critical task is before it',
    run({ 1: {}, 2: critical, 3: {} }).and(started('1')),
    '3',
    /because task 2 is critical, comes first and waits to run alone\.$/,
  ],
  [
    'another task holds its area',
    run({ 1: same, 2: same }).and(started('1')),
    '2',
    /because task 1 holds the same owner api\.$/,
  ],
  [
    'another task lands',
    run({ 1: {}, 2: {} }).and(proven('1'), landingStarted('1')),
    '2',
    /because task 1 is being put on the plan branch; new work starts from there\.$/,
  ],
  [
    'its agent is paused',
    run({ 1: {}, 2: {} })
      .and(started('1'))
      .after(finished('1', 1, { ending: limited })),
    '2',
    /^it is waiting for the usage limit of worker until /,
  ],
  [
    'the budget is used up',
    run({ 1: {}, 2: {} }, 3, { ...priced, limits: { ...config().limits, parallel: 3, usdPerRun: 1 } }).and(
      started('1'),
    ),
    '2',
    /^it does not begin: .* of the budget of \$1\.00 is left/,
  ],
  [
    'the run was stopped',
    run({ 1: {} }).and({ type: 'run-stopped', by: 'Ada' }),
    '1',
    /^but the run was stopped; pm-agent run continues\.$/,
  ],
  [
    'the run was halted',
    run({ 1: {} }).and({ type: 'run-halted', problem: 'the disk is full', hints: [] }),
    '1',
    /^but the run is halted: the disk is full\.$/,
  ],
  ['the branch is not there yet', given(opened(plan([task('1')]))), '1', /because the plan branch is being started\.$/],
  [
    'the base is not known yet',
    given(opened(plan([task('1')])), ready[0]!),
    '1',
    /because the checks are being run on the base first\.$/,
  ],
  [
    'the base is no base',
    given(opened(plan([task('1')])), ready[0]!, {
      type: 'baseline-recorded',
      base: BASE,
      baseline: baseline({ problems: ['npm is not there'] }),
    }),
    '1',
    /because the checks cannot run on the base: npm is not there\.$/,
  ],
]

describe('why a ready task does not run', () => {
  it.each(REASONS)('is said when %s', (_, at, id, words) => {
    expect(at.status(id)).toBe('ready')
    expect(at.next()).not.toContainEqual(expect.objectContaining({ type: 'run-attempt', task: id }))
    const [now] = at.why(id)
    expect(now!.slice(`Task ${id} is ready: `.length)).toMatch(words)
  })

  it('is said of one that goes back to an agent as well', () => {
    const at = run({ 1: {}, 2: {} }, 1)
      .and(started('1'), ended('1'), proofStarted('1'))
      .after(proofFinished('1', refusedBy('test')))
      .and(started('2'))
    expect(at.why('1')[0]).toBe(
      'Task 1 goes back to an agent: its proof did not hold (see below); it waits, because the only place is taken by task 2 (limits.parallel, or run --parallel N).',
    )
  })

  it('is said of one that waits behind another to land', () => {
    const at = run({ 1: {}, 2: {} }).and(started('1'), started('2'), ended('1'), ended('2'))
    const both = at.and(proofStarted('1'), proofStarted('2'), proofRecorded('1'), proofRecorded('2'))
    expect(both.why('2')[0]).toBe('Task 2 is proven and waits for its turn to land: task 1 is before it.')
    expect(both.why('1')[0]).toBe('Task 1 is proven and being put on the plan branch.')
  })

  it('is nothing when its turn has come', () => {
    const at = run({ 1: {} })
    expect(heldBy(at.state, at.task('1'))).toBeNull()
    expect(at.why('1')).toEqual(['Task 1 is ready: it starts when its turn comes.'])
  })
})

describe('who holds the run', () => {
  const at = run({ 1: {} }).and(started('1'))
  const holder = { pid: 4711, host: 'buildbox' }

  it('is named with the process and the machine', () => {
    expect(at.why('1', true, holder).at(-1)).toBe('The run is held by process 4711 on buildbox; pm-agent stop ends it.')
  })

  it('is nobody any more when that process has died', () => {
    expect(run({ 1: {} }).why('1', false, holder)).toEqual([
      'Task 1 is ready: but no process drives the run: its pm-agent (process 4711 on buildbox) has died; pm-agent run continues.',
    ])
    expect(run({ 1: {} }).why('1', false)).toEqual([
      'Task 1 is ready: but no process drives the run; pm-agent run continues.',
    ])
  })
})
