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
const asked = given(ready, started('1'), ended('1'), proofStarted('1')).after(proofFinished('1', changesTests))
const approve: Command = { type: 'approve-task', task: ONE, by: 'ada', note: 'yes' }
const waive = (note: string): Command => ({ type: 'waive-task', task: ONE, by: 'ada', note })

describe('a changed expectation', () => {
  it('is one question, and no agent is sent back', () => {
    const [task] = viewRun(asked.state).tasks
    expect(task).toMatchObject({ state: 'escalated', attempts: 1 })
    const [escalation] = viewRun(asked.state).escalations
    expect(escalation!.problem).toContain('changes what existing tests expect')
    expect(escalation!.options.map(({ command }) => command.split(' ')[1])).toEqual(['approve', 'retry', 'skip'])
  })

  it('lands when a human says that it is wanted, and is called waived', () => {
    const after = asked.after(approve)
    expect(after.next()).toMatchObject([{ type: 'land', task: '1' }])
    expect(viewRun(after.and(landingStarted('1'), landed('1')).state).tasks[0]).toMatchObject({
      state: 'completed',
      outcome: 'waived',
    })
  })

  it('is asked again when what is seen after a merge is something else', () => {
    const merged = asked
      .after(approve)
      .and({ type: 'draft-merged', task: ONE, attempt: 1, draft: draft('1') }, proofStarted('1'))
    expect(merged.after(proofFinished('1', changesTests)).next()).toMatchObject([{ type: 'land' }])
    const other = receipt({
      basis: 'none',
      gates: [gate('test:old-form', 'changes-tests', { evidence: 'more of them' })],
    })
    expect(viewRun(merged.after(proofFinished('1', other)).state).tasks[0]).toMatchObject({ state: 'escalated' })
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
