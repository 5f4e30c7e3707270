import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  gate,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import type { Adaptation } from '../proof/judgement.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { Limits } from '../settings/config.ts'
import { renderAudit } from '../shown/audit.ts'
import { viewRun } from '../shown/view.ts'

const WISH: Adaptation = {
  blockage: 'dependency_missing',
  title: 'Make the clock',
  reason: 'there is no clock',
  steps: ['Write src/clock.ts'],
  justification: 'time has to come from somewhere',
  dodRelated: ['c1'],
  withinScope: false,
}

const wishing = (wish: Partial<Adaptation> = {}): Receipt => ({
  ...refusedBy('judge'),
  judged: {
    by: 'owl',
    warnings: [],
    undocumentedChanges: [],
    missingContext: [],
    adaptation: { ...WISH, ...wish },
  },
})

/** 1 --> 2 */
const running = (limits: Partial<Limits> = {}): Given =>
  given(
    opened(
      plan([
        task('1', { criteria: [criterion('c1', 'npm test')], mustNot: ['no noise'] }),
        task('2', { needs: ['1'] }),
      ]),
      {
        config: config(limits),
      },
    ),
    ready,
  )

/** Lets the next attempt of a task end in this proof. */
function proof(at: Given, id: string, of: Receipt): Given {
  const number = at.task(id).attempts.length + 1
  return at.and(started(id, number), ended(id, number), proofStarted(id, number)).after(proofFinished(id, of, number))
}

const standing = (at: Given, id: string) => {
  const { stage } = at.task(id)
  return stage.is === 'escalated' ? stage.reason : stage.is
}

describe('when a judge says that the plan lacks a task', () => {
  const adapted = proof(running(), '1', wishing())

  it('it is added, and the task waits for it', () => {
    expect(adapted.state.tasks.map(run => [run.task.id, adapted.status(run.task.id)])).toEqual([
      ['1', 'waiting'],
      ['1.a', 'ready'],
      ['2', 'waiting'],
    ])
    expect(adapted.task('1.a').task).toMatchObject({
      title: '(ADDED) Make the clock',
      type: 'work',
      steps: ['Write src/clock.ts', 'Why it is needed: time has to come from somewhere'],
      mustNot: ['no noise'],
      needs: [],
    })
    expect(adapted.next()).toMatchObject([{ type: 'run-attempt', task: '1.a', attempt: 1 }])
    expect(viewRun(adapted.state).tasks[1]).toMatchObject({ id: '1.a', parent: '1' })
  })

  it('the task goes on from the newest code once the other has landed', () => {
    const after = adapted.and(completed('1.a'))
    expect(after.next()).toContainEqual(
      expect.objectContaining({ type: 'run-attempt', task: '1', attempt: 2, kind: 'implement', from: null }),
    )
  })

  it('a human may leave the other out', () => {
    expect(adapted.and(skipped('1.a')).status('1')).toBe('test-failed')
  })

  it('the audit tells it in the form that people know', () => {
    expect(renderAudit(adapted.and(completed('1.a')).state.tasks)).toContain(
      [
        '- **Dynamic TODO**: 1.a — (ADDED) Make the clock',
        '- **Trigger**: dependency_missing',
        '- **Scope**: safe (needed_for_DoD=YES)',
        '- **Status**: COMPLETED',
      ].join('\n'),
    )
  })

  it('the rules that stand in the way are not handed on', () => {
    expect(proof(running(), '1', wishing({ blockage: 'scope_violation' })).task('1.a').task.mustNot).toEqual([])
  })

  it('its words are one line each, and no long ones', () => {
    const at = proof(running(), '1', wishing({ title: `a\n## b ${'x'.repeat(500)}`, steps: ['c\n- [x] d'] }))
    expect(at.task('1.a').task.title).toBe(`(ADDED) a ## b ${'x'.repeat(93)}`)
    expect(at.task('1.a').task.steps[0]).toBe('c - [x] d')
  })
})

describe('a human is asked instead', () => {
  it.each([
    ['when it would destroy something out of scope', { title: 'Drop the table users', dodRelated: [] }],
    ['when it would destroy something, wanted or not', { title: 'Drop the table users' }],
  ])('%s', (_, wish) => {
    const at = proof(running(), '1', wishing(wish))
    expect(standing(at, '1')).toBe('adaptation')
    expect(at.state.tasks.length).toBe(2)
  })

  it('when an added task wants another one', () => {
    const at = proof(proof(running(), '1', wishing()), '1.a', wishing())
    expect(standing(at, '1.a')).toBe('adaptation')
    expect(at.status('1')).toBe('blocked')
  })

  it('when enough were added for one task', () => {
    let at = running({ addedTasks: 2 })
    for (const id of ['1.a', '1.b']) at = proof(at, '1', wishing()).and(completed(id))
    expect(at.state.tasks.map(run => run.task.id)).toEqual(['1', '1.a', '1.b', '2'])
    expect(standing(proof(at, '1', wishing()), '1')).toBe('adaptation')
  })

  it('when the launches are spent', () => {
    expect(standing(proof(running({ launchesPerTask: 1 }), '1', wishing()), '1')).toBe('launches-spent')
  })
})

describe('halt comes before adapt, and adapt before retry', () => {
  it('a critical violation halts, whatever else is wished for', () => {
    const both = { ...wishing(), gates: [gate('judge', 'failed'), gate('must-not', 'failed', { halts: true })] }
    expect(standing(proof(running(), '1', both), '1')).toBe('forbidden')
  })

  it('a wish in work that holds is no reason to add anything', () => {
    expect(standing(proof(running(), '1', { ...wishing(), ...receipt() }), '1')).toBe('proven')
  })
})

describe('when a verification finds a criterion that does not hold', () => {
  const holds = criterion('c1', 'npm test')
  const broken = criterion('c2', 'npm run check')
  const begun = (limits: Partial<Limits> = {}) =>
    given(
      opened(plan([task('final', { type: 'verification', criteria: [holds, broken] })]), { config: config(limits) }),
      ready,
    )
  const found = receipt({
    gates: [gate('criterion:c1', 'passed'), gate('criterion:c2', 'failed', { command: 'npm run check' })],
    basis: 'none',
  })

  it('a task that is held to exactly that is added', () => {
    const at = proof(begun(), 'final', found)
    expect(at.task('final.a').task).toMatchObject({
      title: '(ADDED) Fix: `npm run check` holds',
      kind: 'fix',
      steps: ['Make it hold: criterion:c2 says failed (`npm run check`)'],
      criteria: [{ ...broken, id: 'c1' }],
    })
    expect(at.status('final')).toBe('waiting')
  })

  it('a human is asked when none may be added', () => {
    expect(standing(proof(begun({ addedTasks: 0 }), 'final', found), 'final')).toBe('verification-failed')
  })
})
