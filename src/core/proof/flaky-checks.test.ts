import { describe, expect, it } from 'vitest'
import {
  BASE,
  baseline,
  ended,
  gate,
  opened,
  proofRecorded,
  proofStarted,
  receipt,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { finalReport, reportLines } from '../shown/final-report.ts'
import { viewRun } from '../shown/view.ts'
import { falseClaims } from './claims.ts'
import { flakyChecks } from './flaky-checks.ts'

const UNCONTROLLED = gate('test', 'uncontrolled', { blocking: false, evidence: 'it checks nothing\nmore' })
const begun = given(
  opened(),
  { type: 'branch-started', tip: BASE, planCommit: false },
  { type: 'baseline-recorded', base: BASE, baseline: baseline({ gates: [UNCONTROLLED] }) },
  { type: 'branch-published', tip: BASE },
)
const flaky = [{ check: 'tests/slot.test.js > waits', failed: 1, runs: 3 }]
const claimed = { reading: saying('success') }
const refused = begun.and(
  started('1'),
  ended('1', 1, claimed),
  proofStarted('1'),
  proofRecorded('1', receipt({ basis: 'none', gates: [gate('test', 'flaky', { flaky })] })),
)

describe('a flaky check', () => {
  const again = refused.and(
    started('1', 2),
    ended('1', 2, claimed),
    proofStarted('1', 2),
    proofRecorded('1', receipt({ gates: [gate('test', 'passed', { flaky })] }), 2),
  )

  it('is counted once for its task, with all of its turns', () => {
    expect(flakyChecks(again.state)).toEqual([{ task: '1', check: 'tests/slot.test.js > waits', failed: 2, runs: 6 }])
  })

  it('is in the view and in the report', () => {
    expect(viewRun(again.state).run.flaky).toHaveLength(1)
    expect(reportLines(finalReport(again.state))).toContain(
      '  task 1: tests/slot.test.js > waits failed in 2 of 6 runs of the same code',
    )
  })

  it('makes no false claim of what was said', () => {
    expect(falseClaims(refused.state)).toEqual([])
  })
})

it('a base whose suite is uncontrolled says so in the view and in the report', () => {
  expect(viewRun(begun.state).run.base_checks).toEqual([
    { gate: 'test', verdict: 'uncontrolled', evidence: 'it checks nothing\nmore' },
  ])
  expect(finalReport(begun.state).not_run).toContain('test was uncontrolled on the base: it does not count as a check')
})
