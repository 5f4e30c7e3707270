import { describe, expect, it } from 'vitest'
import { ended, landed, opened, ready, started } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Plan } from '../plan/plan.ts'
import type { Event } from '../run/event.ts'
import { lateChanges } from './plan-changes.ts'
import { changeLine, planChanges } from './plan-edit.ts'

const THREE = plan([task('1'), task('2', { needs: ['1'] }), task('3')])
const edited = (now: Plan, fields: Partial<Extract<Event, { type: 'plan-edited' }>> = {}): Event => ({
  type: 'plan-edited',
  plan: now,
  planText: 'the text now',
  changes: planChanges(THREE, now),
  ...fields,
})

describe('the difference between two readings of a plan', () => {
  it('names tasks that were added, removed, reworded and moved', () => {
    const now = plan([task('3'), task('1', { title: 'Make one', tier: 'low' }), task('4')])
    expect(planChanges(THREE, now).map(changeLine)).toEqual([
      '~ task 1 (title, Tier changed): Make one',
      '+ task 4 (new): Make 4',
      '- task 2 (removed): Make 2',
      '~ order of the tasks: 3, 1',
    ])
  })

  it('is empty for ticks, places in the document, and boxes of steps', () => {
    const before = plan([task('1', { criteria: [criterion('c1', 'true')], steps: ['Do it\n- [ ] half'] })])
    const ticked = { ...criterion('c1', 'true'), ticked: true, span: { line: 9, column: 1, start: 90, end: 95 } }
    const after = plan([task('1', { ticked: true, criteria: [ticked], steps: ['Do it\n- [x] half'] })])
    expect(planChanges(before, after)).toEqual([])
  })

  it('leaves out tasks that the run added itself, and the needs for them', () => {
    const own = new Set([taskId('1.a')])
    const written = plan([task('1'), task('1.a'), task('2', { needs: ['1', '1.a'] }), task('3')])
    expect(planChanges(THREE, written, own)).toEqual([])
  })

  it('names what belongs to no task, and fields that nobody knows by their own names', () => {
    const before = plan([task('1', { other: { Gates: 'lint' } })])
    const after = plan([task('1', { other: { Gates: 'lint, numeric' } })], { guardrails: ['Do not push'] })
    expect(planChanges(before, after)).toEqual([
      { is: 'reworded', task: '1', title: 'Make 1', fields: ['Gates'] },
      { is: 'document', parts: ['guardrails'] },
    ])
  })
})

describe('an edited plan', () => {
  const begun = given(opened(THREE), ready, started('1'), ended('1'))

  it('gives tasks that have not begun their new words, and new tasks a place', () => {
    const now = plan([task('1'), task('4'), task('2', { title: 'Make two', needs: ['4'] })])
    const after = begun.and(edited(now))
    expect(after.state.tasks.map(run => run.task.id)).toEqual(['1', '4', '2'])
    expect(after.task('2').task).toMatchObject({ title: 'Make two', needs: ['4'] })
    expect(after.decisions('4')).toEqual(['it was added to the plan document'])
    expect(after.state.planText).toBe('the text now')
    expect(after.state.plan.tasks.map(({ id }) => id)).toEqual(['1', '4', '2'])
    expect(after.state.index.get(taskId('2'))).toBe(2)
  })

  it('leaves what was opened as it was, like other settings and added tasks do', () => {
    const now = plan([task('1'), task('4'), task('2')])
    const added = {
      type: 'task-added',
      task: taskId('1'),
      added: task('1.a'),
      trigger: 'x',
      scope: 'safe',
      reasons: [],
    } as const
    const settings = { type: 'settings-changed', worker: null, parallel: 7 } as const
    const after = begun.and(edited(now), added, settings).state
    expect(after.opened).toEqual(begun.state.opened)
    expect(after.plan.tasks.map(({ id }) => id)).toEqual(['1', '1.a', '4', '2'])
    expect([after.config.worker, after.config.limits.parallel]).toEqual([null, 7])
  })

  it('leaves a task that has begun as it was, with all its attempts', () => {
    const after = begun.and(edited(plan([task('1', { title: 'Something else' }), task('2'), task('3')])))
    expect(after.task('1')).toEqual(begun.task('1'))
  })

  it('keeps tasks that were added on the way behind the one they were added for', () => {
    const adapted = begun.and({
      type: 'task-added',
      task: taskId('1'),
      added: task('1.a'),
      trigger: 'missing',
      scope: 'safe',
      reasons: [],
    })
    const after = adapted.and(edited(plan([task('3'), task('1'), task('2')])))
    expect(after.state.tasks.map(run => run.task.id)).toEqual(['3', '1', '1.a', '2'])
    expect(after.task('1').task.needs).toEqual(['1.a'])
  })

  it('brings agents and prompts that only its new tasks name', () => {
    const agents = { other: { is: 'command', name: 'other', command: 'other' } } as const
    const after = begun.and(edited(THREE, { agents, prompts: { writer: 'Write.' } }))
    expect(after.state.config).toMatchObject({ agents, prompts: { writer: 'Write.' } })
  })

  it('cannot change or remove what began, and can always add and reorder', () => {
    const { state } = begun.and(landed('1'))
    const late = (now: Plan) => lateChanges(state, planChanges(THREE, now)).map(changeLine)
    expect(late(plan([task('2', { needs: ['1'] }), task('3')]))).toEqual(['- task 1 (removed): Make 1'])
    expect(late(plan([task('1', { tier: 'low' }), task('2', { title: 'x' })]))).toEqual([
      '~ task 1 (Tier changed): Make 1',
    ])
    expect(late(plan([task('9'), task('3'), task('2'), task('1')]))).toEqual([])
  })
})
