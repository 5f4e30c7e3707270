import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { allRisks, risksOf } from './risks.ts'

const said = (...risks: readonly string[]) => ({ reading: saying('success', { risks }) })
const two = given(
  opened(plan([task('1'), task('2', { tier: 'critical' })])),
  ready,
  completed('1', said('The cache may be stale.', 'Slow on large files.')),
  completed('2', said('Old sessions stay valid.')),
)
const accept = { type: 'decide-risk', risk: '1-r2', status: 'accepted', by: 'Ada', note: 'files are small' } as const

describe('the risks of a run', () => {
  it('are open at first, the most severe first', () => {
    expect(allRisks(two.state).map(({ id, severity, status }) => [id, severity, status])).toEqual([
      ['2-r1', 'critical', 'open'],
      ['1-r1', 'normal', 'open'],
      ['1-r2', 'normal', 'open'],
    ])
  })

  it('are accepted or mitigated by a human with a reason, also after the run, and later decisions count', () => {
    const accepted = two.and({ type: 'run-finished' }).after(accept)
    expect(risksOf(accepted.state, accepted.task('1'))[1]).toMatchObject({
      status: 'accepted',
      decision: { by: 'Ada', note: 'files are small' },
    })
    expect(accepted.decisions('1').at(-1)).toBe('Ada accepted risk 1-r2 (Slow on large files.): files are small')
    const mitigated = accepted.after({ ...accept, status: 'mitigated', note: 'streams now' })
    expect(risksOf(mitigated.state, mitigated.task('1'))[1]?.status).toBe('mitigated')
  })

  it('are named by an id that exists, decided with a reason, and once', () => {
    two.when({ ...accept, risk: '9-r1' }).thenRefused('unknown-risk')
    two.when({ ...accept, note: ' ' }).thenRefused('no-reason-given')
    two.after(accept).when(accept).thenRefused('risk-is-decided')
  })

  it('are gone with a task that was skipped, and back when it is taken in again', () => {
    const skip = { type: 'skip-task', task: task('1').id, by: 'Ada', note: '' } as const
    const failed = given(opened(plan([task('1')]), { config: config({ fixes: 0 }) }), ready)
      .and(started('1'), ended('1', 1, said('Slow.')), proofStarted('1'))
      .after(proofFinished('1', refusedBy('test')))
    expect(allRisks(failed.state)).toHaveLength(1)
    const skipped = failed.after(skip)
    expect(allRisks(skipped.state)).toEqual([])
    expect(allRisks(skipped.after({ ...skip, type: 'retry-task' }).state)).toHaveLength(1)
  })

  it('include checks that somebody waived', () => {
    const at = two.and({
      type: 'gates-waived',
      task: task('1').id,
      attempt: 1,
      by: 'Ada',
      note: 'known',
      as: 'waived',
      gates: [{ gate: 'lint', verdict: 'failed', evidence: '' }],
    })
    expect(risksOf(at.state, at.task('1')).at(-1)).toMatchObject({
      id: '1-s1',
      description: 'lint (failed) was waived: known',
    })
  })
})
