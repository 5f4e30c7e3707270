import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, type TaskFields, task } from '../../../test/rig/core/plan.ts'
import type { FileChange } from '../proof/draft.ts'
import type { Extent } from '../proof/extent.ts'
import type { GateResult } from '../proof/receipt.ts'
import type { Config } from '../settings/config.ts'

const gate = (verdict: GateResult['verdict']): GateResult => ({
  gate: 'review',
  verdict,
  blocking: true,
  evidence: 'owl objects: src/a.js:1: it loses the error (code)',
  command: null,
  exitCode: null,
  durationMs: 0,
  outputDigest: null,
  outputFile: null,
  cached: false,
})
const REVIEWED = [...receipt().gates, gate('passed')]
const AUTH: readonly FileChange[] = [{ path: 'src/auth/a.js', status: 'modified' }]

const proving = (fields: TaskFields, settings: Partial<Config>, changes?: readonly FileChange[]) =>
  given(opened(plan([task('1', fields)]), { config: config({}, settings) }), ready, started('1')).and(
    ended('1', 1, changes ? { draft: draft('1', 1, { changes }) } : {}),
    proofStarted('1'),
  )
const proven = (
  fields: TaskFields,
  settings: Partial<Config> = {},
  of: {
    readonly changes?: readonly FileChange[]
    readonly gates?: readonly GateResult[]
    readonly extent?: Extent
  } = {},
) =>
  proving(fields, settings, of.changes).and(
    proofRecorded(
      '1',
      receipt({ ...(of.gates ? { gates: of.gates } : {}), ...(of.extent ? { extent: of.extent } : {}) }),
    ),
  )
const nextOf = (at: ReturnType<typeof proven>) => at.next().map(({ type }) => type)
const CRITICAL: TaskFields = { tier: 'critical' }

describe('proven work', () => {
  it.each([
    ['auto', CRITICAL, 'hold'],
    ['auto', {}, 'land'],
    ['each', {}, 'hold'],
    ['each', { tier: 'low' }, 'hold'],
    ['critical', CRITICAL, 'hold'],
    ['critical', {}, 'land'],
    ['never', CRITICAL, 'land'],
  ] as const)('under review: %s, task %j: %s', (review, fields, effect) => {
    expect(nextOf(proven(fields, { review }))).toEqual([effect])
  })

  it('waits by default if it is critical and nobody reviewed it', () => {
    expect(nextOf(proven(CRITICAL))).toEqual(['hold'])
  })

  it('lands if a reviewer does not object, unless every critical change waits for a human', () => {
    expect(nextOf(proven(CRITICAL, {}, { gates: REVIEWED }))).toEqual(['land'])
    expect(nextOf(proven(CRITICAL, { review: 'critical' }, { gates: REVIEWED }))).toEqual(['hold'])
  })

  it('waits also if only its real change is critical: by its paths, or by an interface', () => {
    expect(nextOf(proven({}, {}, { changes: AUTH }))).toEqual(['hold'])
    const interfaces = [{ name: 'search (src/index)', is: 'removed' as const }]
    expect(nextOf(proven({}, {}, { extent: { program: 'src/a.js', interfaces } }))).toEqual(['hold'])
  })

  it('has nothing to look at if nothing was changed', () => {
    expect(nextOf(proven(CRITICAL, {}, { changes: [] }))).toEqual(['land'])
  })

  it('is not in the merge queue while it waits', () => {
    expect(proven(CRITICAL).state.lane).toEqual([])
  })
})

describe('work that waits for a look', () => {
  const waiting = proven({}, {}, { changes: AUTH }).after({
    type: 'hold-finished',
    task: task('1').id,
    attempt: 1,
    branch: 'feat/shop/task-1-make-1',
    commit: 'c' as never,
  })
  const yes = { type: 'approve-task', task: task('1').id, by: 'Ada', note: '' } as const

  it('asks with a reason of its own, the tier and the branch', () => {
    expect(waiting.task('1').stage).toMatchObject({
      is: 'escalated',
      reason: 'review-wanted',
      reasons: ['src/auth/a.js: access and security (changed)'],
      branch: 'feat/shop/task-1-make-1',
    })
    expect(waiting.why('1').join('\n')).toContain('waits for your approval before it lands')
  })

  it('lands when a human approves it', () => {
    expect(
      waiting
        .after(yes)
        .next()
        .map(({ type }) => type),
    ).toEqual(['land'])
  })

  it('goes back with the text of a human, and what comes of that waits again', () => {
    const revised = waiting.after({ ...yes, type: 'revise-task', note: 'log the error' })
    expect(revised.next()).toMatchObject([{ type: 'run-attempt', kind: 'revise' }])
    const again = revised.and(
      started('1', 2),
      ended('1', 2, { draft: draft('1', 2, { changes: AUTH }) }),
      proofStarted('1', 2),
      proofRecorded('1', receipt(), 2),
    )
    expect(again.next().map(({ type }) => type)).toEqual(['hold'])
  })

  it('waits again if an agent works on it after the approval', () => {
    const again = waiting
      .after(yes)
      .and(
        started('1', 2),
        ended('1', 2, { draft: draft('1', 2, { changes: AUTH }) }),
        proofStarted('1', 2),
        proofRecorded('1', receipt(), 2),
      )
    expect(again.next().map(({ type }) => type)).toEqual(['hold'])
  })
})

describe('a reviewer', () => {
  it('that objects sends the work back with its words as evidence', () => {
    const at = proving({}, {}).after(proofFinished('1', receipt({ gates: [...receipt().gates, gate('failed')] })))
    expect(at.next()).toMatchObject([{ type: 'run-attempt', kind: 'fix' }])
  })

  it('without a usable answer is a question: ask again, or look yourself', () => {
    const at = proving({}, {}).after(proofFinished('1', refusedBy('review', 'review-degraded')))
    expect(at.task('1').stage).toMatchObject({ is: 'escalated', reason: 'review-degraded' })
    const again = at.after({ type: 'retry-task', task: task('1').id, by: 'Ada', note: '' })
    expect(again.next()).toMatchObject([{ type: 'prove' }])
    const looked = at.after({ type: 'approve-task', task: task('1').id, by: 'Ada', note: 'fine' })
    expect(looked.next()).toMatchObject([{ type: 'prove' }])
    expect(looked.task('1').waivers).toMatchObject([{ as: 'approved', gates: [{ verdict: 'review-degraded' }] }])
  })
})
