import { describe, expect, it } from 'vitest'
import { briefOf } from '../../../test/rig/core/brief.ts'
import {
  config,
  ended,
  keptRef,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { seenOf } from '../journal/seen.ts'
import { lateChanges } from '../living/plan-changes.ts'
import { planChanges } from '../living/plan-edit.ts'
import { taskId } from '../plan/ids.ts'
import type { Command, Observation } from '../run/input.ts'
import { escalationOf } from '../shown/escalation.ts'

const ONE = taskId('1')
const said = (type: 'approve' | 'waive' | 'revise' | 'reject' | 'pause' | 'retry' | 'skip', note = ''): Command => ({
  type: `${type}-task`,
  task: ONE,
  by: 'Ada',
  note,
})
const FIRST = plan([task('1', { title: 'Add search' }), task('2')])

/** One attempt whose proof failed, with no further round. */
const failed = given(opened(FIRST, { config: config({ fixes: 0 }) }), ready)
  .and(started('1'), ended('1'), proofStarted('1'))
  .after(proofFinished('1', refusedBy('test')))

/** The same run after another attempt that fails as well. */
const failedAgain = (at: Given, attempt: number): Given =>
  at
    .and(started('1', attempt, { kind: 'revise' }), ended('1', attempt), proofStarted('1', attempt))
    .after(proofFinished('1', refusedBy('test'), attempt))

describe('a revision', () => {
  it('sends text and files back to the author as an attempt of its own kind', () => {
    const revised = failed.after(said('revise', 'use a set, not a list'))
    expect(revised.task('1').stage).toMatchObject({ is: 'queued', kind: 'revise', from: keptRef('1', 1) })
    expect(revised.next()).toMatchObject([{ type: 'run-attempt', task: '1', attempt: 2, kind: 'revise' }])
    const { prompt } = briefOf(revised, '1', 'revise')
    expect(prompt).toContain('# REVISION')
    expect(prompt).toContain('use a set, not a list')
    expect(revised.decisions('1').at(-1)).toBe('Ada asked for changes: use a set, not a list')
  })

  it('keeps the work that was sent back from landing, also when the next attempt is stopped before it begins', () => {
    const stop: Command = { type: 'stop-task', task: ONE, by: 'Ada', note: '' }
    const stopped = failed.after(said('revise', 'use a set, not a list')).after(stop)
    expect(stopped.task('1').stage).toMatchObject({ is: 'escalated', reason: 'stopped' })
    stopped.when(said('waive', 'why')).thenRefused('nothing-to-waive')
  })

  it('is possible as often as the limit says; then the task is paused with the text', () => {
    let at = failed
    for (const round of [2, 3, 4]) at = failedAgain(at.after(said('revise', `round ${round}`)), round)
    const paused = at.after(said('revise', 'once more'))
    expect(paused.status('1')).toBe('paused')
    expect(paused.task('1').notes.at(-1)).toBe('once more')
    expect(paused.next()).toMatchObject([{ type: 'run-attempt', task: '2' }])
    const again = paused.after(said('retry'))
    expect(again.task('1')).toMatchObject({ revisions: 0, stage: { is: 'queued', kind: 'revise' } })
  })

  it('needs a text, work, and a task that waits', () => {
    failed.when(said('revise', ' ')).thenRefused('no-reason-given')
    given(opened(FIRST), ready).when(said('revise', 'x')).thenRefused('nothing-to-revise')
    failed.after(said('revise', 'x')).when(said('revise', 'x')).thenRefused('nothing-to-revise')
    failed.after(said('skip')).when(said('revise', 'x')).thenRefused('nothing-to-revise')
  })

  it('does not keep the waivers and approvals of the earlier work', () => {
    const waived = failed.and({ ...waiver('it is fine'), type: 'gates-waived' })
    const back = waived
      .and(proofStarted('1'))
      .after(proofFinished('1', refusedBy('lint')))
      .after(said('revise', 'other way'))
    expect(back.task('1').waivers).toEqual([])
  })
})

const waiver = (note: string) => ({ task: ONE, attempt: 1, by: 'Ada', note, gates: [], as: 'waived' as const })

describe('a rejected task', () => {
  const rejected = failed.after(said('reject', 'two things at once'))
  const edited = plan([task('1', { title: 'Add search by title' }), task('2')])
  const edit = (of = edited) => ({
    type: 'plan-edited' as const,
    plan: of,
    planText: '',
    changes: planChanges(FIRST, of),
  })

  it('waits for another text, and says where to write it', () => {
    expect(rejected.task('1').stage).toMatchObject({ is: 'escalated', reason: 'rejected' })
    expect(escalationOf(rejected.state, rejected.task('1'))).toMatchObject({
      problem: 'Task 1 (Add search) was rejected and waits until you edit its text: two things at once',
      options: [
        { words: 'edit task 1 in PLAN.md (line 1), then continue', command: 'pm-agent run', decision: null },
        { command: 'pm-agent retry 1', decision: 'retry' },
        { command: 'pm-agent skip 1 -m "…"', decision: 'skip' },
      ],
    })
    expect(rejected.next()).toMatchObject([{ type: 'run-attempt', task: '2' }])
  })

  it('takes an edit of its text and begins again, with its earlier attempts and their files still known', () => {
    expect(lateChanges(failed.state, edit().changes)).toHaveLength(1)
    expect(lateChanges(rejected.state, edit().changes)).toEqual([])
    const anew = rejected.and(edit())
    expect(anew.task('1')).toMatchObject({
      task: { title: 'Add search by title' },
      stage: { is: 'queued', kind: 'implement', from: null },
      fixes: 0,
      attempts: [{ number: 1 }],
    })
    expect(anew.next()).toMatchObject([{ type: 'run-attempt', task: '1', attempt: 2 }])
    expect(anew.decisions('1').at(-1)).toBe('its text was rewritten, and it starts again')
  })

  it('stays rejected when only another task is edited, and cannot disappear with what it cost', () => {
    const other = edit(plan([task('1', { title: 'Add search' }), task('2', { title: 'Other' })]))
    expect(rejected.and(other).task('1').stage).toMatchObject({ reason: 'rejected' })
    expect(lateChanges(rejected.state, edit(plan([task('2')])).changes)).toHaveLength(1)
  })

  it('keeps its rejected work from landing when its new text brings a question of another kind', () => {
    const asked = rejected.and(edit(), {
      ...{ type: 'task-escalated', task: ONE, reason: 'ambiguous', reasons: ['two criteria contradict each other'] },
      again: { kind: 'implement', base: null, from: null, session: null },
    })
    asked.when(said('approve')).thenRefused('nothing-to-approve')
    asked.when(said('waive', 'why')).thenRefused('nothing-to-waive')
  })

  it('takes no decision about its work, but may be kept as it is or left out', () => {
    for (const type of ['approve', 'waive', 'revise', 'reject'] as const)
      rejected.when(said(type, 'why')).thenRefused('task-is-rejected')
    expect(rejected.after(said('retry')).task('1').stage).toMatchObject({ is: 'queued', from: keptRef('1', 1) })
    expect(rejected.after(said('skip')).status('1')).toBe('skipped')
  })

  it('can be rejected before it begins, and not while somebody works on it or after it has landed', () => {
    const queued = given(opened(FIRST), ready)
    expect(queued.after(said('reject')).task('1').stage).toMatchObject({ is: 'escalated', reason: 'rejected' })
    queued.and(started('1')).when(said('reject')).thenRefused('nothing-to-reject')
    queued.and(started('1'), ended('1'), proofStarted('1')).when(said('reject')).thenRefused('nothing-to-reject')
    failed.after(said('skip')).when(said('reject')).thenRefused('nothing-to-reject')
  })
})

describe('a paused run', () => {
  const paused = failed.after(said('pause', 'until Monday'))

  it('starts nothing, keeps its question, and goes on when it is run again', () => {
    expect(paused.next()).toEqual([])
    expect(paused.task('1').stage).toEqual(failed.task('1').stage)
    expect(paused.decisions('1').at(-1)).toBe('Ada paused the run at it: until Monday')
    const resumed = paused.after({ type: 'resume-run' })
    expect(resumed.state).toMatchObject({ paused: null, stopped: false })
    expect(resumed.next()).toMatchObject([{ type: 'run-attempt', task: '2' }])
  })

  it('is paused once', () => {
    paused.when(said('pause')).thenRefused('run-is-paused')
    failed.after(said('skip')).when(said('pause')).thenRefused('nothing-to-stop')
  })
})

describe('a decision about a task that has changed since', () => {
  it.each(['approve', 'waive', 'revise', 'reject', 'pause', 'retry', 'skip'] as const)('is refused: %s', type => {
    const seen = seenOf(failed.task('1'))
    const later = failedAgain(failed.after(said('revise', 'shorter')), 2)
    later.when({ ...said(type, 'why'), seen }).thenRefused('stale')
    failed
      .after(said('revise', 'shorter'))
      .when({ ...said(type, 'why'), seen })
      .thenRefused('stale')
  })

  it('names the receipt that it saw', () => {
    const receipt = 'a'.repeat(64)
    const proven = given(opened(FIRST, { config: config({ fixes: 0 }) }), ready)
      .and(started('1'), ended('1'), proofStarted('1'))
      .after({ ...proofFinished('1', refusedBy('test')), receiptHash: receipt } as Observation)
    const seen = seenOf(proven.task('1'))
    for (const type of ['revise', 'reject', 'pause', 'waive'] as const)
      expect(proven.when({ ...said(type, 'why'), seen }).events()[0]).toMatchObject({ receipt })
  })
})
