import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  gateRun,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  releaseCheck,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Event } from '../run/event.ts'
import { noticeFor, releaseNotice } from './notice.ts'
import { renderQuestions } from './question-log.ts'

const TASKS = plan([task('1', { title: 'Add search' }), task('2', { needs: ['1'] })])
const proving = given(opened(TASKS, { config: config({ fixes: 0 }) }), ready).and(
  started('1'),
  ended('1'),
  proofStarted('1'),
)
const failed = proving.after(proofFinished('1', refusedBy('test')))
const SAID = { task: taskId('1'), by: 'Ada', note: 'why' }

/** The notice about the last fact of a run. */
const noticed = (at: Given, event: Event) => noticeFor({ version: at.state.version, at: 0, event }, at.state)
const escalated = (reason: Extract<Event, { type: 'task-escalated' }>['reason'], reasons: readonly string[] = []) =>
  ({ type: 'task-escalated', task: taskId('1'), reason, reasons }) as const

describe('a human who is elsewhere', () => {
  it('is told the question with its numbered options', () => {
    const event = escalated('fixes-spent', ['test failed: test says failed'])
    expect(noticed(failed, event)).toEqual({
      kind: 'escalation',
      cause: `task 1 ${failed.state.version}`,
      run: 'run',
      plan: 'PLAN.md',
      title: 'The shop',
      task: '1',
      reason: 'fixes-spent',
      problem: 'Task 1 (Add search) fails its checks (limits.fixes: 0): test failed: test says failed',
      impact: 'task 2 cannot start; independent tasks continue',
      options: [
        { number: 1, words: expect.stringMatching(/^continue with its files/), command: 'pm-agent retry 1 -m "…"' },
        { number: 2, words: expect.stringMatching(/^let it land/), command: 'pm-agent waive 1 -m "…"' },
        { number: 3, words: expect.stringMatching(/^leave it out/), command: 'pm-agent skip 1 -m "…"' },
      ],
      recommended: 1,
      blocking: true,
    })
  })

  it('is told that the run halts, with the remedies', () => {
    const event = { type: 'run-halted', problem: 'the disk is full', hints: ['free some space'] } as const
    expect(noticed(failed.and(event), event)).toMatchObject({
      kind: 'halted',
      task: null,
      problem: 'the disk is full',
      options: [{ number: 1, words: 'free some space', command: null }],
    })
  })

  it('is not told what needs nobody, or what he just decided himself', () => {
    expect(noticed(failed, { type: 'run-finished' })).toBeNull()
    expect(noticed(proving, started('1'))).toBeNull()
    for (const reason of ['stopped', 'rejected', 'revisions-spent'] as const)
      expect(noticed(failed.and(escalated(reason)), escalated(reason)), reason).toBeNull()
  })

  it('is told that the branch cannot be released', () => {
    const landed = given(opened(plan([task('1')])), ready, completed('1'))
    const red = gateRun({ checks: [releaseCheck({ verdict: 'failed', evidence: 'exit 1', exitCode: 1 })] })
    expect(releaseNotice(landed.and(gateRun()).state)).toBeNull()
    expect(releaseNotice(landed.and(red).state)).toMatchObject({
      kind: 'escalation',
      cause: 'release commit-1',
      task: null,
      reason: 'release',
      problem: expect.stringMatching(/^The branch cannot be released/),
    })
  })

  it('is told once about a program that several tasks need', () => {
    const event = escalated('agent-cannot-start', ['claude: not found'])
    const first = proving.and(event)
    expect(noticed(first, event)?.cause).toBe(noticed(first.and(escalated('held'), event), event)?.cause)
  })
})

describe('the file of questions', () => {
  it('has every question with its answer, and how to answer an open one', () => {
    const answered = failed
      .after({ type: 'revise-task', ...SAID })
      .and(started('1', 2), ended('1', 2), proofStarted('1', 2))
      .after(proofFinished('1', refusedBy('lint'), 2))
    expect(renderQuestions(answered.state)).toMatchInlineSnapshot(`
      "## [2026-02-03 14:08] Task 1: Add search

      - **Problem**: Task 1 (Add search) fails its checks (limits.fixes: 0): test failed: test says failed
      - **Answer**: [2026-02-03 14:09] Ada asked for changes

      ## [2026-02-03 14:14] Task 1: Add search

      - **Problem**: Task 1 (Add search) fails its checks (limits.fixes: 0): lint failed: lint says failed
      - **Answer**: open (pm-agent review 1)
      "
    `)
    expect(renderQuestions(proving.state)).toBe('')
  })

  it('is the same for everything up to a time, whatever was decided later', () => {
    const until = failed.state.lastAt
    const later = failed.after({ type: 'skip-task', ...SAID })
    expect(renderQuestions(later.state, until)).toBe(renderQuestions(failed.state, until))
    expect(renderQuestions(later.state)).not.toBe(renderQuestions(failed.state))
  })
})
