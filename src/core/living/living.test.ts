import { describe, expect, test } from 'vitest'
import { completed, opened, ready, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { Observation } from '../run/input.ts'
import { planChanges } from './plan-edit.ts'
import { planQuestions, planQuestionWords } from './plan-question.ts'

const PLAN = plan([task('1'), task('2'), task('3', { needs: ['2'] }), task('4')])
const running = given(opened(PLAN), ready, completed('1'), started('2'))
const reworded = (id: string): Task => task(id, { title: `Make ${id} well` })

/** The document as it is read now. */
const read = (tasks: readonly Task[], before: Plan = PLAN): Observation => ({
  type: 'plan-read',
  plan: plan(tasks),
  planText: 'edited',
  changes: planChanges(before, plan(tasks)),
})
const ids = ({ state }: Given) => state.tasks.map(run => run.task.id)
const questions = ({ state }: Given) => planQuestions(state).map(({ is, task: id }) => `${is} ${id}`)

describe('a plan that is edited during a run', () => {
  test('tasks that have not begun are taken as they are written now: new, removed, reworded and in another order', () => {
    const after = running.after(read([task('1'), task('2'), task('5'), { ...reworded('3'), needs: [] }]))
    expect(ids(after)).toEqual(['1', '2', '5', '3'])
    expect(after.task('3').task).toMatchObject({ title: 'Make 3 well', needs: [] })
    expect(questions(after)).toEqual([])
    expect(after.state.planText).toBe('edited')
  })

  test('a task at work keeps its text, and a human is asked with both sides', () => {
    const edited = read([task('1'), reworded('2'), task('3', { needs: ['2'] }), task('4')])
    const after = running.after(edited)
    expect(after.task('2').task.title).toBe('Make 2')
    expect(planQuestionWords(after.state, planQuestions(after.state)[0]!)).toEqual({
      task: '2',
      problem: 'task 2 has begun with a different text than PLAN.md has now (title)',
      options: [
        'tell its agent: pm-agent tell 2 -m "…"',
        'begin again with the new text: pm-agent stop 2, then pm-agent reject 2',
        'undo the edit of task 2 in PLAN.md',
      ],
    })
    expect(running.when(edited).events()).toMatchObject([
      { type: 'plan-edited', late: [{ is: 'reworded', task: '2' }] },
    ])
  })

  test('undoing the edit withdraws the question', () => {
    const edited = [task('1'), reworded('2'), task('3', { needs: ['2'] }), task('4')]
    const undone = running.after(read(edited), read(PLAN.tasks, plan(edited)))
    expect(questions(undone)).toEqual([])
  })

  test('a landed task stays in the run when it is removed, and the words of both are kept', () => {
    const after = running.after(read([task('2'), task('3', { needs: ['2'] }), task('4')]))
    expect(ids(after)).toEqual(['1', '2', '3', '4'])
    expect(questions(after)).toEqual(['removed 1'])
  })

  test('a box ticked by hand counts as open, and that is said', () => {
    const ticked = { ...task('4'), ticked: true }
    const after = running.and({
      type: 'plan-edited',
      plan: plan([task('1'), task('2'), task('3', { needs: ['2'] }), ticked]),
      planText: '',
      changes: [{ is: 'ticked', task: taskId('4'), title: '' }],
    })
    expect(after.status('4')).toBe('ready')
    expect(questions(after)).toEqual(['ticked 4'])
  })

  test('a stopped task that is rejected begins again with the text that is written already', () => {
    const after = running
      .after(read([task('1'), reworded('2'), task('3', { needs: ['2'] }), task('4')]))
      .and({ type: 'task-stopped', task: taskId('2'), by: 'Ada', note: '' })
      .and({ type: 'task-escalated', task: taskId('2'), reason: 'stopped', reasons: [] })
      .after({ type: 'reject-task', task: taskId('2'), by: 'Ada', note: '' })
    expect(after.task('2').task.title).toBe('Make 2 well')
    expect(after.status('2')).toBe('ready')
    expect(questions(after)).toEqual([])
  })
})

describe('a sub-plan that is not written', () => {
  const later = plan([task('1'), task('2', { subPlan: 'later.md', needs: ['1'] })], {
    subPlans: [{ task: taskId('2'), path: 'later.md', title: 'Later', text: null }],
  })
  const due = given(opened(later), ready, completed('1'))

  test('is read again when its turn comes, and a human is asked if there is still no task', () => {
    expect(given(opened(later), ready).next()).toMatchObject([{ type: 'run-attempt', task: '1' }])
    expect(due.next()).toEqual([{ type: 'read-sub-plan', task: '2' }])
    const asked = due.after({ type: 'sub-plan-missing', task: taskId('2') })
    expect(asked.reason('2')).toBe('Task 2 (Make 2) is next, but its sub-plan has no task yet: later.md')
    expect(asked.next()).toEqual([])
  })

  test('joins the run as soon as it is written', () => {
    const written = plan([
      task('1'),
      task('2', { subPlan: 'later.md', needs: ['1', '2/1'] }),
      task('2/1', { parent: taskId('2'), needs: ['1'] }),
    ])
    const observed: Observation = {
      type: 'plan-read',
      plan: written,
      planText: '',
      changes: planChanges(later, written),
    }
    for (const before of [due, due.after({ type: 'sub-plan-missing', task: taskId('2') })])
      expect(before.after(observed).next()).toMatchObject([{ type: 'run-attempt', task: '2/1' }])
  })
})
