import { describe, expect, test } from 'vitest'
import {
  config,
  ended,
  gate,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import { type Criterion, type Plan, plainTask, type Task } from '../plan/plan.ts'
import type { ProposedTask } from '../planning/proposal.ts'
import { phaseOf } from '../release/phase.ts'
import type { Event } from '../run/event.ts'
import type { AgentSpec, Config } from '../settings/config.ts'
import type { ReadWords } from './replanning-event.ts'
import { splitParts, splitProblems } from './split.ts'

const criterion = (id: string): Criterion => ({
  ...{ id, category: 'functional', text: `${id} holds`, ticked: false, check: null },
  span: { line: 1, column: 1, start: 0, end: 0 },
})
const files = (...create: readonly string[]) => ({ create, modify: [], delete: [], test: [] })
const WHOLE: Task = {
  ...plainTask(taskId('3'), 'Everything'),
  needs: [taskId('1')],
  criteria: [criterion('c1'), criterion('c2')],
  files: files('a', 'b', 'c'),
  mustNot: ['touch d'],
}
const proposed = (id: string, paths: readonly string[], covers: readonly string[]): ProposedTask => ({
  ...{ id, title: `Part ${id}`, type: 'work', kind: 'feature', tier: null, needs: [], steps: [], mustNot: [] },
  ...{
    references: [],
    files: files(...paths),
    criteria: [],
    tests: '',
    owner: '',
    estimate: '',
    isParent: false,
    covers,
  },
})
const problems = (...parts: readonly ProposedTask[]) =>
  splitProblems(WHOLE, parts, { patchFiles: 2, changes: [{ path: 'e', status: 'added' }] })

describe('a split', () => {
  test('is accepted if its parts cover every criterion and every file of the task, in small pieces', () => {
    expect(problems(proposed('1', ['a', 'b'], ['c1']), proposed('2', ['c', 'e'], ['c1', 'c2']))).toEqual([])
  })

  test('goes back with each criterion and file that is left over, and each part that is still too large', () => {
    expect(problems(proposed('1', ['a', 'b', 'd'], ['c1']), proposed('2', [], ['c9']))).toEqual([
      'criterion c2 (c2 holds) is covered by no task: name it under "covers"',
      'task 2 covers c9, which is no criterion of the task',
      'c belongs to no task: name it under "files"',
      'the work done so far changed e, which belongs to no task: name it under "files"',
      'task 1 (Part 1) names 3 files: at most 2',
    ])
    expect(problems(proposed('1', ['a'], ['c1', 'c2']))).toEqual(['a split has at least two tasks'])
  })

  test('gives each part a free id, the limits of the task, and the earlier work that it names, once', () => {
    const read = [
      { ...plainTask(taskId('1'), 'Part 1'), files: files('a', 'b') },
      { ...plainTask(taskId('2'), 'Part 2'), files: files('b', 'c'), needs: [taskId('1')] },
    ]
    const changes = ['b', 'c', 'z'].map(path => ({ path, status: 'added' as const }))
    const parts = splitParts(WHOLE, read, { isTaken: id => id === '3.a', changes })
    expect(parts.map(({ task, kept }) => [task.id, task.needs, task.mustNot, kept])).toEqual([
      ['3.b', ['1'], ['touch d'], ['b']],
      ['3.c', ['1', '3.b'], ['touch d'], ['c']],
    ])
  })
})

const PLANNER = { is: 'command', name: 'planner', command: 'plan' } as const
const large = (of: Plan) => opened(of, { config: config({}, { roles: { planner: { agent: PLANNER } } }) })
const MANY = { files: files(...Array.from({ length: 16 }, (_, at) => `${at}`)) }
const tooMany = gate('patch-size', 'noted', { blocking: false, evidence: '16 files changed' })

describe('a task that is too large', () => {
  const proving = given(large(plan([task('1'), task('2')])), ready, started('1'), ended('1'), proofStarted('1'))
  const asked: Event = { type: 'planner-started', task: taskId('1'), purpose: 'split', agent: 'planner', token: 't' }
  const wanting = proving.after(proofFinished('1', receipt({ gates: [tooMany] })))

  test('by its patch is divided, and the run is in decompose while the planner works', () => {
    expect(wanting.next()).toContainEqual({ type: 'ask-planner', task: '1', purpose: 'split' })
    expect(phaseOf(wanting.state)).toBe('execute')
    expect(phaseOf(wanting.and(asked).state)).toBe('decompose')
  })

  test('and whose work must stop goes to a human, and is not handed on in parts', () => {
    const forbidden = gate('protected', 'failed', { halts: true, blocking: true })
    const halted = proving.after(proofFinished('1', receipt({ gates: [tooMany, forbidden] })))
    expect(halted.task('1').stage).toMatchObject({ is: 'escalated', reason: 'tampering' })
  })

  test('is not divided by an answer about earlier words, nor for ever while pm-agent dies', () => {
    const parts = [{ task: task('1.a'), kept: [] }]
    const answer = {
      type: 'planner-finished',
      task: taskId('1'),
      purpose: 'split',
      result: { is: 'split', parts },
    } as const
    const at = given(large(plan([task('1', MANY)])), ready, asked)
    expect(
      at
        .when(answer)
        .events()
        .map(({ type }) => type),
    ).toEqual(['task-split'])
    const edited: Event = {
      type: 'plan-edited',
      plan: plan([task('1', { ...MANY, title: 'Other' })]),
      planText: '',
      changes: [{ is: 'reworded', task: taskId('1'), title: 'Other', fields: ['title'] }],
    }
    expect(at.and(edited).when(answer).events()).toEqual([])
    expect(at.and(asked, asked).state.replanning.asking?.tries).toBe(3)
  })
})

describe('a task that only words show', () => {
  const words = (text: string): Partial<Task> => ({ criteria: [{ ...criterion('c1'), text }] })
  const vague = plan([task('1', words('nicer somehow')), task('2', { criteria: [] })])
  const by = (more: Partial<Config>) => given(opened(vague, { config: config({}, more) }), ready)
  const planned = by({ roles: { planner: { agent: PLANNER } } })
  const asks = (at: typeof planned) => at.next().filter(({ type }) => type === 'ask-planner')

  test('is read before its first launch, and a plain task without criteria is not', () => {
    expect(asks(planned)).toEqual([{ type: 'ask-planner', task: '1', purpose: 'clarify' }])
    expect(planned.next()).toContainEqual(expect.objectContaining({ type: 'run-attempt', task: '2' }))
  })

  test('is read by the planner, or by a judge with a model behind it; without either nothing is asked', () => {
    const claude = { is: 'claude', name: 'claude', model: null } as unknown as AgentSpec
    expect(asks(by({ judge: claude }))).toHaveLength(1)
    for (const more of [{}, { judge: PLANNER }, { judge: claude, judging: 'never' as const }])
      expect(by(more).next()).toContainEqual(expect.objectContaining({ type: 'run-attempt', task: '1' }))
  })

  const asked: Event = { type: 'planner-started', task: taskId('1'), purpose: 'clarify', agent: 'planner', token: 't' }
  const answer = (readings: readonly ReadWords[]) =>
    ({
      type: 'planner-finished',
      task: taskId('1'),
      purpose: 'clarify',
      result: { is: 'clarity', readings },
    }) as const

  test('becomes a question if nobody can check its words, and goes on with them if the human says so', () => {
    const open = planned.and(asked).after(answer([{ criterion: 'c1', sentence: '', question: 'nicer in what?' }]))
    expect(open.reason('1')).toBe(
      'Task 1 (Make 1) cannot be done as it is written, and no agent was started: "nicer somehow" cannot be checked (nicer in what?)',
    )
    const kept = open.after({ type: 'retry-task', task: taskId('1'), by: 'Ada', note: '' })
    expect(kept.next()).toContainEqual(expect.objectContaining({ type: 'run-attempt', task: '1' }))
    expect(asks(kept)).toEqual([])
  })

  test('begins if there is a sentence, or if the planner gave no usable answer, and is read again when its words change', () => {
    const clear = planned.and(asked).after(answer([{ criterion: 'c1', sentence: 'the title is blue', question: '' }]))
    const failed = planned.and(asked).after({
      type: 'planner-finished',
      task: taskId('1'),
      purpose: 'clarify',
      result: { is: 'failed', problems: ['it crashed'] },
    })
    for (const at of [clear, failed])
      expect(at.next()).toContainEqual(expect.objectContaining({ type: 'run-attempt', task: '1' }))
    const other = plan([task('1', words('better')), task('2', { criteria: [] })])
    const change = { is: 'reworded', task: taskId('1'), title: '', fields: ['criteria'] } as const
    expect(asks(clear.and({ type: 'plan-edited', plan: other, planText: '', changes: [change] }))).toHaveLength(1)
  })
})
