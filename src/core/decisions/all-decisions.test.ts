import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { seenOf } from '../journal/seen.ts'
import { taskId } from '../plan/ids.ts'
import type { Result } from '../result.ts'
import { decide } from '../run/decide.ts'
import type { Event } from '../run/event.ts'
import type { Command, Refusal } from '../run/input.ts'
import type { Stage } from '../run/state.ts'
import { decisionCommand, openDecisions, type TaskDecisionName } from './open-decisions.ts'

const ONE = taskId('1')
const DECISIONS: readonly TaskDecisionName[] = ['approve', 'revise', 'reject', 'pause', 'retry', 'skip', 'waive']
const SAID = { task: ONE, by: 'Ada', note: 'a text' }

const begun = given(opened(plan([task('1', { hold: true }), task('2')]), { config: config({ fixes: 0 }) }), ready)
const drafted = begun.and(started('1'), ended('1'))
const asking = (of = refusedBy('scope', 'question')) => drafted.and(proofStarted('1')).after(proofFinished('1', of))
const held = drafted
  .and(proofStarted('1'), proofRecorded('1'))
  .after({ type: 'hold-finished', task: ONE, attempt: 1, branch: 'feat/1', commit: 'held' as never })
const failed = asking(refusedBy('test'))
const say = (decision: TaskDecisionName): Command => decisionCommand(decision, SAID)
const spent = () => {
  let at = failed
  for (const round of [2, 3, 4])
    at = at
      .after(say('revise'))
      .and(started('1', round, { kind: 'revise' }), ended('1', round), proofStarted('1', round))
      .after(proofFinished('1', refusedBy('test'), round))
  return at.after(say('revise'))
}

/** A task in every stage, and with every kind of question. */
const STAGES: Readonly<Record<Exclude<Stage['is'], 'escalated'> | `asks: ${string}`, Given>> = {
  queued: begun,
  working: begun.and(started('1')),
  drafted,
  proving: drafted.and(proofStarted('1')),
  proven: drafted.and(proofStarted('1'), proofRecorded('1', receipt())),
  landing: drafted.and(proofStarted('1'), proofRecorded('1'), landingStarted('1')),
  completed: begun.and(completed('1')),
  skipped: begun.and(skipped('1')),
  'asks: failed': failed,
  'asks: question': asking(),
  'asks: conflicts': asking(refusedBy('conflict-markers')),
  'asks: held': held,
  'asks: look': drafted.and(proofStarted('1'), proofRecorded('1'), {
    type: 'task-escalated',
    task: ONE,
    reason: 'review-wanted',
    reasons: [],
  }),
  'asks: ambiguous': begun.and({ type: 'task-escalated', task: ONE, reason: 'ambiguous', reasons: ['c1 and c2'] }),
  'asks: rejected': failed.after(say('reject')),
  'asks: spent': spent(),
  'asks: stopped': drafted.after({ type: 'stop-task', ...SAID }),
}

const decided = (at: Given, command: Command): Result<readonly Event[], Refusal> => decide(at.state, command, 0)
const bound = (at: Given, decision: TaskDecisionName): Command => ({ ...say(decision), seen: seenOf(at.task('1')) })
const words = (result: Result<readonly Event[], Refusal>): string => (result.ok ? 'taken' : result.error.reason)

describe('a decision about a task', () => {
  it('is taken or refused with a reason, whatever stage the task is in', () => {
    const table = Object.entries(STAGES).map(([stage, at]) => [
      stage,
      ...DECISIONS.map(decision => words(decided(at, bound(at, decision)))),
    ])
    expect(
      [['', ...DECISIONS], ...table]
        .map(row =>
          row
            .map(word => word.padEnd(18))
            .join('  ')
            .trimEnd(),
        )
        .join('\n'),
    ).toMatchInlineSnapshot(`
      "                    approve             revise              reject              pause               retry               skip                waive
      queued              nothing-to-approve  nothing-to-revise   taken               taken               nothing-to-retry    taken               nothing-to-waive
      working             nothing-to-approve  nothing-to-revise   nothing-to-reject   taken               task-is-running     task-is-running     nothing-to-waive
      drafted             nothing-to-approve  nothing-to-revise   nothing-to-reject   taken               task-is-running     task-is-running     nothing-to-waive
      proving             nothing-to-approve  nothing-to-revise   nothing-to-reject   taken               task-is-running     task-is-running     nothing-to-waive
      proven              nothing-to-approve  nothing-to-revise   nothing-to-reject   taken               task-is-running     task-is-running     nothing-to-waive
      landing             nothing-to-approve  nothing-to-revise   nothing-to-reject   taken               task-is-running     task-is-running     nothing-to-waive
      completed           nothing-to-approve  nothing-to-revise   nothing-to-reject   nothing-to-stop     task-is-completed   task-is-completed   nothing-to-waive
      skipped             nothing-to-approve  nothing-to-revise   nothing-to-reject   nothing-to-stop     taken               task-is-skipped     nothing-to-waive
      asks: failed        nothing-to-approve  taken               taken               taken               taken               taken               taken
      asks: question      taken               taken               taken               taken               taken               taken               nothing-to-waive
      asks: conflicts     cannot-be-waived    taken               taken               taken               taken               taken               cannot-be-waived
      asks: held          taken               taken               taken               taken               taken               taken               nothing-to-waive
      asks: look          taken               taken               taken               taken               taken               taken               nothing-to-waive
      asks: ambiguous     nothing-to-approve  nothing-to-revise   taken               taken               taken               taken               nothing-to-waive
      asks: rejected      task-is-rejected    task-is-rejected    task-is-rejected    taken               taken               taken               task-is-rejected
      asks: spent         nothing-to-approve  nothing-to-revise   taken               taken               taken               taken               taken
      asks: stopped       nothing-to-approve  taken               taken               taken               taken               taken               nothing-to-waive"
    `)
  })

  it('is offered where it would be taken, and nowhere else', () => {
    for (const [stage, at] of Object.entries(STAGES)) {
      const taken = DECISIONS.filter(decision => decided(at, bound(at, decision)).ok)
      expect(openDecisions(at.state, at.task('1')), stage).toEqual(taken)
    }
  })

  it('is refused with a sentence', () => {
    for (const [stage, at] of Object.entries(STAGES))
      for (const decision of DECISIONS) {
        const result = decided(at, bound(at, decision))
        if (!result.ok)
          expect(result.error.message, `${stage}, ${decision}`).toMatch(/^(Task 1|A |No check|The run) ?.*\.$/)
      }
  })

  it('is taken once: said again by somebody who saw the same, it is refused', () => {
    for (const [stage, at] of Object.entries(STAGES))
      for (const decision of DECISIONS) {
        const command = bound(at, decision)
        if (!decided(at, command).ok) continue
        expect(words(decided(at.after(command), command)), `${stage}, ${decision} twice`).not.toBe('taken')
      }
  })

  it('is refused when another one about the same state came first; a pause alone leaves the question as it is', () => {
    for (const [stage, at] of Object.entries(STAGES))
      for (const first of DECISIONS) {
        if (first === 'pause' || !decided(at, bound(at, first)).ok) continue
        const after = at.after(bound(at, first))
        for (const second of DECISIONS) {
          if (second === 'pause') continue
          expect(words(decided(after, bound(at, second))), `${stage}: ${first}, then ${second}`).not.toBe('taken')
        }
      }
    const paused = failed.after(bound(failed, 'pause'))
    expect(words(decided(paused, bound(failed, 'skip')))).toBe('taken')
  })

  it('is refused once the run is finished', () => {
    const finished = begun.and(completed('1'), skipped('2'), { type: 'run-finished' })
    for (const decision of DECISIONS) finished.when(bound(finished, decision)).thenRefused('run-is-finished')
  })
})
