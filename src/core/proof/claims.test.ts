import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  finished,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { claimWords, falseClaims, unprovenClaims } from './claims.ts'

describe('claims against facts', () => {
  it('name every claimed success that a check refutes, beside what we saw', () => {
    const lied = { reading: saying('success', { summary: 'All 42 tests pass.' }) }
    const at = given(ready, started('1'), ended('1', 1, lied), proofStarted('1'))
      .after(proofFinished('1', refusedBy('test', 'failed', { evidence: 'the tests fail: 3 failed\nmore' })))
      .and(started('1', 2), ended('1', 2), proofRecorded('1', receipt(), 2))
    expect(falseClaims(at.state)).toEqual([
      {
        task: '1',
        attempt: 1,
        claimed: 'All 42 tests pass.',
        fact: 'test failed: the tests fail: 3 failed',
        worth: 'false',
      },
    ])
  })

  it('do not name who said that the work is not done, or said nothing', () => {
    const honest = given(ready, started('1'), ended('1', 1, { reading: saying('failed') }), proofStarted('1')).after(
      proofFinished('1', refusedBy('test')),
    )
    const silent = given(ready, started('1'), ended('1', 1, { reading: { is: 'missing' } }), proofStarted('1')).after(
      proofFinished('1', refusedBy('test')),
    )
    const blocked = given(ready, started('1')).after(
      finished('1', 1, { reading: saying('blocked'), draft: draft('1', 1, { changes: [] }) }),
    )
    expect([honest, silent, blocked].map(each => falseClaims(each.state))).toEqual([[], [], []])
  })

  it.each([
    ['unproven', 'not-shown', '0 false claims of success caught, 1 not shown yet'],
    ['changes-tests', 'unclear', '0 false claims of success caught, 1 unclear'],
    ['flaky', 'unclear', '0 false claims of success caught, 1 unclear'],
    ['environment', 'unclear', '0 false claims of success caught, 1 unclear'],
    ['void', 'false', '1 false claim of success caught'],
  ] as const)('call what is %s %s', (verdict, worth, words) => {
    const at = given(ready, started('1'), ended('1', 1), proofStarted('1')).after(
      proofFinished('1', refusedBy('test', verdict)),
    )
    expect(unprovenClaims(at.state)).toMatchObject([{ worth }])
    expect(claimWords(unprovenClaims(at.state))).toBe(words)
  })

  it('accuse nobody in quick mode, which checks nothing', () => {
    const quick = given(opened(plan([task('1')]), { config: config({}, { quick: true }) }), ready)
    const at = quick
      .and(started('1'), ended('1', 1), proofStarted('1'))
      .after(proofFinished('1', refusedBy('report', 'failed')))
    expect(unprovenClaims(at.state)).toEqual([])
  })
})
