import { describe, expect, it } from 'vitest'
import {
  draft,
  ended,
  gate,
  landed,
  landingStarted,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../test/rig/facts.ts'
import { given } from '../../test/rig/given.ts'
import { taskId } from './ids.ts'
import type { Command } from './input.ts'
import { viewRun } from './view.ts'

const ONE = taskId('1')
const changesTests = refusedBy('test:old-form', 'changes-tests')
const told = given(ready, started('1'), ended('1'), proofStarted('1')).after(proofFinished('1', changesTests))
const asked = told.and(started('1', 2), ended('1', 2), proofStarted('1', 2)).after(proofFinished('1', changesTests, 2))
const approve: Command = { type: 'approve-task', task: ONE, by: 'ada', note: 'yes' }
const waive = (note: string): Command => ({ type: 'waive-task', task: ONE, by: 'ada', note })

describe('a changed expectation', () => {
  it('is told to the agent once: mostly it can be kept', () => {
    expect(told.next()).toMatchObject([{ type: 'run-attempt', task: '1' }])
  })

  it('is one question when the agent still gives it up, knowing that', () => {
    const [task] = viewRun(asked.state).tasks
    expect(task).toMatchObject({ state: 'escalated', attempts: 2 })
    const [escalation] = viewRun(asked.state).escalations
    expect(escalation!.problem).toContain('changes what existing tests expect')
    expect(escalation!.options.map(({ command }) => command.split(' ')[1])).toEqual(['approve', 'retry', 'skip'])
  })

  it('lands when a human says that it is wanted, and is called waived', () => {
    const after = asked.after(approve)
    expect(after.next()).toMatchObject([{ type: 'land', task: '1' }])
    expect(viewRun(after.and(landingStarted('1', 2), landed('1', 2)).state).tasks[0]).toMatchObject({
      state: 'completed',
      outcome: 'waived',
    })
  })

  it('is asked again when what is seen after a merge is something else', () => {
    const merged = asked
      .after(approve)
      .and({ type: 'draft-merged', task: ONE, attempt: 2, draft: draft('1') }, proofStarted('1', 2))
    expect(merged.after(proofFinished('1', changesTests, 2)).next()).toMatchObject([{ type: 'land' }])
    const other = receipt({
      basis: 'none',
      gates: [gate('test:old-form', 'changes-tests', { evidence: 'more of them' })],
    })
    expect(viewRun(merged.after(proofFinished('1', other, 2)).state).tasks[0]).toMatchObject({ state: 'escalated' })
  })
})

describe('a waiver', () => {
  const halted = given(ready, started('1'), ended('1'), proofStarted('1')).after(
    proofFinished('1', refusedBy('control:test', 'void', { halts: true })),
  )

  it('is what is left to a human when the checks themselves were worked on', () => {
    expect(viewRun(halted.state).escalations[0]!.problem).toContain('worked on the checks instead of the task')
    expect(halted.after(waive('looked at it')).next()).toMatchObject([{ type: 'land' }])
  })

  it('needs a reason', () => {
    halted.when(waive(' ')).thenRefused('no-reason-given')
  })

  it('needs a gate that refused', () => {
    given(ready).when(waive('why not')).thenRefused('nothing-to-waive')
    halted.after(waive('fine')).when(waive('again')).thenRefused('nothing-to-waive')
  })

  it('is gone when the task is tried again', () => {
    const again = asked.after(approve).and({ type: 'task-retried', task: ONE, by: 'ada', note: '' })
    expect(again.state.tasks[0]!.waiver).toBeNull()
  })
})
