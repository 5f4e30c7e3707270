import { describe, expect, it } from 'vitest'
import {
  draft,
  ended,
  gate,
  landed,
  landingStarted,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { taskId, tree } from '../plan/ids.ts'
import type { Command } from '../run/input.ts'
import { finalReport } from '../shown/final-report.ts'
import { viewRun } from '../shown/view.ts'
import { landingsOf } from './landed-work.ts'
import type { GateResult, Receipt } from './receipt.ts'
import { excuse, mayLand, type Waiver, waiverFor } from './waiver.ts'

const ONE = taskId('1')
const changesTests = refusedBy('test:old-form', 'changes-tests', { tests: ['a.test.js > adds'], paths: ['a.test.js'] })
const told = given(ready, started('1'), ended('1'), proofStarted('1')).after(proofFinished('1', changesTests))
const asked = told.and(started('1', 2), ended('1', 2), proofStarted('1', 2)).after(proofFinished('1', changesTests, 2))
const halted = given(ready, started('1'), ended('1'), proofStarted('1')).after(
  proofFinished('1', refusedBy('control:test', 'void', { halts: true })),
)
const approve: Command = { type: 'approve-task', task: ONE, by: 'ada', note: 'yes' }
const waive = (note: string): Command => ({ type: 'waive-task', task: ONE, by: 'ada', note })

/** The next proof of the same draft: what it sees, with what was let pass of it marked. */
function proven(at: Given, seen: Receipt, attempt = 1): Given {
  const { waivers } = at.task('1')
  const gates = seen.gates.map(one => excuse(one, { waivers, codeTree: seen.codeTree }))
  return at.and(proofStarted('1', attempt)).after(proofFinished('1', { ...seen, gates }, attempt))
}

/** Everything else ran, and passed. */
const andTheRest = (of: Receipt): Receipt => ({
  ...of,
  basis: 'red-green',
  gates: [...of.gates, gate('test', 'passed'), gate('red-green', 'passed')],
})

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

  it('is proven again when a human approves it, and lands as proven where nothing else is wrong', () => {
    const approved = asked.after(approve)
    expect(approved.next()).toMatchObject([{ type: 'prove', task: '1', attempt: 2 }])
    const shown = proven(approved, andTheRest(changesTests), 2)
    expect(shown.next()).toMatchObject([{ type: 'land', task: '1' }])
    const end = shown.and(landingStarted('1', 2), landed('1', 2))
    expect(viewRun(end.state).tasks[0]).toMatchObject({
      state: 'completed',
      outcome: 'proven',
      decisions: [
        {
          as: 'approved',
          by: 'ada',
          note: 'yes',
          covers: [{ gate: 'test:old-form', tests: ['a.test.js > adds'], paths: ['a.test.js'] }],
        },
      ],
    })
    expect(finalReport(end.state).waivers).toContain(
      'task 1: ada approved test:old-form changes-tests (a.test.js > adds): yes',
    )
    expect(landingsOf(end.state).landed).toMatchObject([{ excused: ['a.test.js'] }])
  })

  it('lands where a judge approved it, and is not held against later tasks', () => {
    const approved = gate('tests-changed', 'judged', {
      blocking: false,
      paths: ['a.test.js'],
      excused: { by: 'claude (judge)', as: 'approved' },
    })
    const judged = receipt({ gates: [gate('test', 'passed'), gate('judge', 'passed'), approved] })
    const shown = given(ready, started('1'), ended('1'), proofStarted('1')).after(proofFinished('1', judged))
    expect(shown.next()).toMatchObject([{ type: 'land', task: '1' }])
    const end = shown.and(landingStarted('1'), landed('1'))
    expect(viewRun(end.state).tasks[0]).toMatchObject({ outcome: 'proven' })
    expect(landingsOf(end.state).landed).toMatchObject([{ excused: ['a.test.js'] }])
  })

  it('does not cover a check that fails only in the proof after it', () => {
    const failing = { ...changesTests, gates: [...changesTests.gates, gate('lint', 'failed')] }
    const shown = proven(asked.after(approve), failing, 2)
    expect(shown.next()).toMatchObject([{ type: 'run-attempt', task: '1' }])
    expect(shown.decisions('1').at(-1)).toBe('it goes back to an agent: lint failed: lint says failed')
  })

  it('is another question where another one comes up, and both answers count', () => {
    const more = { ...changesTests, gates: [...changesTests.gates, gate('scope', 'question', { paths: ['ci.yml'] })] }
    const again = proven(asked.after(approve), more, 2)
    expect(again.task('1').stage).toMatchObject({ is: 'escalated', reason: 'question' })
    const both = proven(again.after(approve), andTheRest(more), 2)
    expect(both.next()).toMatchObject([{ type: 'land', task: '1' }])
  })

  it('is asked again when another test changes by a merge', () => {
    const landing = proven(asked.after(approve), andTheRest(changesTests), 2)
    const merged = landing.and({ type: 'draft-merged', task: ONE, attempt: 2, draft: draft('1') })
    const onTop = { ...changesTests, codeTree: tree('merged') }
    expect(proven(merged, andTheRest(onTop), 2).next()).toMatchObject([{ type: 'land' }])
    const tests = ['a.test.js > adds', 'a.test.js > subtracts']
    const other = { ...onTop, gates: [gate('test:old-form', 'changes-tests', { tests, paths: ['a.test.js'] })] }
    expect(viewRun(proven(merged, andTheRest(other), 2).state).tasks[0]).toMatchObject({ state: 'escalated' })
  })
})

describe('a waiver', () => {
  const failed = andTheRest(refusedBy('control:test', 'void', { halts: true }))

  it('is what is left to a human when the checks themselves were worked on', () => {
    expect(viewRun(halted.state).escalations[0]!.problem).toContain('worked on the checks instead of the task')
    const waived = halted.after(waive('looked at it'))
    expect(waived.next()).toMatchObject([{ type: 'prove', task: '1' }])
    const end = proven(waived, failed)
    expect(end.next()).toMatchObject([{ type: 'land' }])
    expect(viewRun(end.and(landingStarted('1'), landed('1')).state).tasks[0]).toMatchObject({ outcome: 'waived' })
  })

  it('lets work land that nothing shows, where that is what was waived', () => {
    const unproven = { ...refusedBy('red-green', 'unproven'), basis: 'none' as const }
    const waiver = waiverFor(unproven, { by: 'ada', note: 'seen by hand', as: 'waived' })
    const marked = { ...unproven, gates: unproven.gates.map(one => excuse(one, { ...unproven, waivers: [waiver] })) }
    expect(mayLand(marked, [waiver])).toBe(true)
  })

  it('needs a reason', () => {
    halted.when(waive(' ')).thenRefused('no-reason-given')
  })

  it('needs a gate that refused', () => {
    given(ready).when(waive('why not')).thenRefused('nothing-to-waive')
    halted.after(waive('fine')).when(waive('again')).thenRefused('nothing-to-waive')
  })

  it('is gone when an agent works on it again, or a human sends it back', () => {
    const again = halted.after(waive('fine')).and(started('1', 2))
    expect(again.state.tasks[0]!.waivers).toEqual([])
    const retried = asked.after(approve).and({ type: 'task-retried', task: ONE, by: 'ada', note: '' })
    expect(retried.state.tasks[0]!.waivers).toEqual([])
  })
})

describe('which of the two answers', () => {
  it('is an approval where a check only asks', () => {
    asked.when(waive('fine')).thenRefused({
      reason: 'nothing-to-waive',
      message: 'Task 1 failed no check: it waits for an answer (test:old-form changes-tests).',
      hints: ['pm-agent approve 1 says that it is wanted'],
    })
  })

  it('is a waiver where a check did not pass', () => {
    halted.when(approve).thenRefused({
      reason: 'nothing-to-approve',
      message: 'Task 1 did not pass its checks: control:test void. Approve answers questions only.',
      hints: [
        'pm-agent waive 1 -m "why this may land" lets it land in spite of them; it is then called waived',
        'pm-agent retry 1 -m "…" sends it back to an agent',
      ],
    })
  })

  it('is none for the marks of a conflict', () => {
    const marked = refusedBy('conflict-markers', 'failed', { paths: ['src/a.js'] })
    const escalated = given(ready, started('1'), ended('1'), proofRecorded('1', marked)).and({
      type: 'task-escalated',
      task: ONE,
      reason: 'fixes-spent',
      reasons: [],
    })
    const refusal = {
      reason: 'cannot-be-waived',
      message: 'Task 1 left merge conflict markers in src/a.js: these cannot be waived.',
      hints: ['pm-agent retry 1 -m "resolve the conflict in src/a.js"', 'pm-agent skip 1 continues without it'],
    } as const
    escalated.when(waive('it is fine')).thenRefused(refusal)
    escalated.when(approve).thenRefused(refusal)
    const waiver = waiverFor(marked, { by: 'ada', note: 'it is fine', as: 'waived' })
    expect(excuse(marked.gates[0]!, { ...marked, waivers: [waiver] }).excused).toBeUndefined()
  })
})

describe('what a waiver covers', () => {
  const seen = gate('test', 'failed', { tests: ['data.test.js > loads'], paths: ['data.test.js'] })
  const waiver = waiverFor(receipt({ gates: [seen] }), { by: 'ada', note: 'known', as: 'waived' })
  const elsewhere = tree('other code')
  const isCovered = (now: GateResult, codeTree = elsewhere, of: Waiver = waiver) =>
    excuse(now, { waivers: [of], codeTree }).excused !== undefined

  it.each([
    ['the same', seen, true],
    ['less', { ...seen, paths: [] }, true],
    ['a test whose name is part of the other', { ...seen, tests: ['a.test.js > loads'], paths: ['a.test.js'] }, false],
    ['one test more', { ...seen, tests: [...seen.tests!, 'data.test.js > saves'] }, false],
    ['one file more', { ...seen, paths: [...seen.paths!, 'b.test.js'] }, false],
    ['another verdict', { ...seen, verdict: 'void' }, false],
    ['another gate', { ...seen, gate: 'test:old-form' }, false],
    ['a failure that names no test', gate('test', 'failed', { evidence: seen.evidence }), false],
  ] as const)('is, by its data, %s: %s', (_, now, covered) => {
    expect(isCovered(now as GateResult)).toBe(covered)
  })

  it('is a result without names in the same code, or where it says the same', () => {
    const lint = gate('lint', 'failed', { evidence: '3 problems' })
    const of = waiverFor(receipt({ gates: [lint] }), { by: 'ada', note: 'style', as: 'waived' })
    const other = { ...lint, evidence: '4 problems' }
    expect(isCovered(other, receipt().codeTree, of)).toBe(true)
    expect(isCovered(other, elsewhere, of)).toBe(false)
    expect(isCovered(lint, elsewhere, of)).toBe(true)
  })

  it('counts at the landing, not the mark on the receipt', () => {
    const marked = receipt({ gates: [{ ...seen, excused: { by: 'ada', as: 'approved' } }, gate('lint', 'passed')] })
    expect(mayLand(marked, [waiver])).toBe(true)
    expect(mayLand(marked, [])).toBe(false)
    expect(mayLand(receipt({ gates: [seen] }), [waiver])).toBe(false)
  })
})

describe('a journal of an earlier version', () => {
  /** Written when waivers had no code, no kind and no data, and led to the landing at once. */
  const gates = [
    { gate: 'test:old-form', verdict: 'changes-tests', evidence: changesTests.gates[0]!.evidence },
  ] as const
  const waived = asked.and({ type: 'gates-waived', task: ONE, attempt: 2, by: 'ada', note: 'yes', gates })

  it('still ends as it did', () => {
    const end = waived.and(landingStarted('1', 2), landed('1', 2))
    expect(end.task('1').stage).toMatchObject({ is: 'completed', outcome: 'waived' })
  })

  it('keeps its waiver for the same evidence, whatever the agent did since, and for nothing else', () => {
    const again = waived.and(started('1', 3), ended('1', 3))
    expect(proven(again, andTheRest(changesTests), 3).next()).toMatchObject([{ type: 'land' }])
    const other = refusedBy('test:old-form', 'changes-tests', { evidence: 'more of them' })
    expect(proven(again, andTheRest(other), 3).task('1').stage.is).not.toBe('proven')
  })

  it('is proven before it lands where it was left in between', () => {
    expect(waived.next()).toMatchObject([{ type: 'prove', task: '1' }])
  })
})
