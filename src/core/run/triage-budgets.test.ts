import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  finished,
  gate,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId, tree } from '../plan/ids.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { Limits } from '../settings/config.ts'
import type { Command, Observation } from './input.ts'

const ONE = taskId('1')
const retry: Command = { type: 'retry-task', task: ONE, by: 'Ada', note: '' }

const running = (limits: Partial<Limits> = {}): Given =>
  given(opened(plan([task('1')]), { config: config(limits) }), ready)

/** Lets one attempt after another end in one of these proofs. */
function attempts(at: Given, proofs: readonly Receipt[]): Given {
  for (const proof of proofs) {
    const number = at.task('1').attempts.length + 1
    at = at.and(started('1', number), ended('1', number), proofStarted('1', number))
    at = at.after(proofFinished('1', proof, number))
  }
  return at
}

/** Lets one agent after another crash before it wrote anything. */
function crashes(at: Given, count: number): Given {
  for (let left = count; left > 0; left--) {
    const number = at.task('1').attempts.length + 1
    const crash = {
      ending: { is: 'signalled', signal: 'SIGSEGV' },
      draft: draft('1', number, { changes: [] }),
    } as const
    at = at.and(started('1', number)).after(finished('1', number, { ...crash, reading: { is: 'missing' } }))
  }
  return at
}

/** Where a task stands and what it has spent. */
const standing = (at: Given) => {
  const { stage, fixes, relaunches, launches } = at.task('1')
  return { at: stage.is === 'escalated' ? stage.reason : stage.is, fixes, relaunches, launches }
}

const [lint, types, tests, build] = ['lint', 'typecheck', 'test', 'build'].map(name => refusedBy(name)) as [
  Receipt,
  Receipt,
  Receipt,
  Receipt,
]
const unproven = refusedBy('red-green', 'unproven')

describe('rounds of fixing', () => {
  it('are counted, and the task stays in the queue while there are some left', () => {
    expect(standing(attempts(running(), [lint, types, tests]))).toEqual({
      at: 'queued',
      fixes: 3,
      relaunches: 0,
      launches: 3,
    })
  })

  it('end in a question to a human when they are spent', () => {
    const spent = attempts(running(), [lint, types, tests, build])
    expect(standing(spent)).toEqual({ at: 'fixes-spent', fixes: 3, relaunches: 0, launches: 4 })
    expect(spent.reason('1')).toBe(
      'Task 1 (Make 1) still fails after 3 rounds of fixing: build failed: build says failed',
    )
  })

  it('may be none at all', () => {
    expect(standing(attempts(running({ fixes: 0 }), [lint])).at).toBe('fixes-spent')
  })

  it('begin anew when a human says to try again', () => {
    const again = attempts(running(), [lint, types, tests, build]).after(retry)
    expect(standing(again)).toEqual({ at: 'queued', fixes: 0, relaunches: 0, launches: 0 })
    expect(standing(attempts(again, [lint, types, tests])).at).toBe('queued')
    expect(standing(attempts(again, [lint, types, tests, build])).at).toBe('fixes-spent')
  })
})

describe('the same failure', () => {
  it('goes to a human the third time in a row', () => {
    expect(standing(attempts(running(), [tests, tests])).at).toBe('queued')
    expect(standing(attempts(running(), [tests, tests, tests]))).toEqual({
      at: 'same-failure',
      fixes: 2,
      relaunches: 0,
      launches: 3,
    })
  })

  it('is not the same when other tests fail each time', () => {
    const other = (id: string) => refusedBy('test', 'failed', { tests: [id] })
    const at = running({ fixes: 9 })
    expect(standing(attempts(at, [other('1'), other('2'), other('3')])).at).toBe('queued')
    expect(standing(attempts(at, [other('1'), other('1'), other('1')])).at).toBe('same-failure')
  })

  it('is not the same when another one lies between', () => {
    expect(standing(attempts(running({ fixes: 9 }), [tests, tests, lint, tests, tests])).at).toBe('queued')
  })

  it('is the same when an attempt without a proof lies between', () => {
    const at = crashes(attempts(running({ fixes: 9 }), [tests, tests]), 1)
    expect(standing(attempts(at, [tests])).at).toBe('same-failure')
  })

  it('has three new chances after a human said to try again', () => {
    const again = attempts(running(), [tests, tests, tests]).after(retry)
    expect(standing(attempts(again, [tests])).at).toBe('queued')
    expect(standing(attempts(again, [tests, tests])).at).toBe('queued')
    expect(standing(attempts(again, [tests, tests, tests])).at).toBe('same-failure')
  })
})

describe('files that were refused before', () => {
  /** Attempts that hand in these trees one after another, each refused in another way. */
  const handedIn = (trees: readonly string[]): Given => {
    let at = running({ fixes: 9 })
    for (const [before, name] of trees.entries()) {
      const number = before + 1
      const files = { session: 'session-1', draft: draft('1', number, { tree: tree(name) }) }
      at = at.and(started('1', number), ended('1', number, files), proofStarted('1', number))
      at = at.after(proofFinished('1', [lint, types, tests, build][before % 4]!, number))
    }
    return at
  }

  it('are looked at by somebody else when they are handed in again', () => {
    expect(handedIn(['a', 'b']).task('1').stage).toMatchObject({ is: 'queued', session: 'session-1' })
    expect(handedIn(['a', 'a']).task('1').stage).toMatchObject({ is: 'queued', kind: 'fix', session: null })
  })

  it('go to a human the second time: nothing is done, or it goes in circles', () => {
    expect(standing(handedIn(['a', 'a', 'a'])).at).toBe('no-progress')
    expect(standing(handedIn(['a', 'b', 'a', 'b'])).at).toBe('no-progress')
    expect(standing(handedIn(['a', 'b', 'c', 'a'])).at).toBe('queued')
  })
})

describe('a change that nothing shows', () => {
  it('is sent back once for a check that shows it', () => {
    expect(standing(attempts(running(), [unproven])).at).toBe('queued')
  })

  it('goes to a human the second time', () => {
    expect(standing(attempts(running(), [unproven, unproven])).at).toBe('unproven')
  })

  it('is sent back once also when something else failed before it', () => {
    expect(standing(attempts(running(), [lint, unproven])).at).toBe('queued')
    expect(standing(attempts(running(), [lint, unproven, unproven])).at).toBe('unproven')
  })

  it('is sent back once more after a human said to try again', () => {
    const again = attempts(running(), [unproven, unproven]).after(retry)
    expect(standing(attempts(again, [unproven])).at).toBe('queued')
  })

  it('is an ordinary failure when another gate blocks as well', () => {
    const both = receipt({
      gates: [gate('red-green', 'unproven'), gate('lint', 'failed')],
      basis: 'none',
      redGreen: [],
    })
    expect(standing(attempts(running(), [both, both])).at).toBe('queued')
  })
})

describe('relaunches of an agent that went wrong', () => {
  it('are counted apart from the rounds of fixing', () => {
    expect(standing(crashes(running(), 2))).toEqual({ at: 'queued', fixes: 0, relaunches: 2, launches: 2 })
  })

  it('end in a question to a human when they are spent', () => {
    const spent = crashes(running(), 3)
    expect(standing(spent)).toEqual({ at: 'relaunches-spent', fixes: 0, relaunches: 2, launches: 3 })
    expect(spent.reason('1')).toBe(
      'The agent for task 1 (Make 1) failed 3 times: it was ended by SIGSEGV; and nothing in the files had changed',
    )
  })

  it('are not taken off by our own stop or death', () => {
    let at = running()
    for (const number of [1, 2, 3, 4])
      at = at.and(started('1', number)).after(finished('1', number, { ending: { is: 'lost' }, draft: null }))
    expect(standing(at)).toEqual({ at: 'queued', fixes: 0, relaunches: 0, launches: 4 })
  })

  it('begin anew when a human says to try again', () => {
    const again = crashes(running(), 3).after(retry)
    expect(standing(crashes(again, 2)).at).toBe('queued')
    expect(standing(crashes(again, 3)).at).toBe('relaunches-spent')
  })
})

describe('launches of any kind', () => {
  const few = running({ launchesPerTask: 2, fixes: 9, relaunches: 9 })

  it('end in a question when the work failed', () => {
    expect(standing(attempts(few, [lint])).at).toBe('queued')
    expect(standing(attempts(few, [lint, types])).at).toBe('launches-spent')
  })

  it('end in a question when the agent crashed', () => {
    expect(standing(crashes(few, 2)).at).toBe('launches-spent')
  })

  it('end in a question when pm-agent died again and again', () => {
    const lost = { ending: { is: 'lost' }, draft: null } as const
    const at = few
      .and(started('1', 1))
      .after(finished('1', 1, lost))
      .and(started('1', 2))
    expect(standing(at.after(finished('1', 2, lost))).at).toBe('launches-spent')
  })

  const refuse = (at: Given): Given => {
    const number = at.task('1').attempts.length + 1
    const refused: Observation = {
      type: 'landing-finished',
      task: ONE,
      attempt: number,
      result: { is: 'refused', reason: 'the branch is not where the journal says' },
    }
    return at
      .and(started('1', number), ended('1', number), proofRecorded('1', receipt(), number), landingStarted('1', number))
      .after(refused)
  }

  it('end in a question when the landing is refused again and again', () => {
    expect(standing(refuse(few)).at).toBe('queued')
    const spent = refuse(refuse(few))
    expect(standing(spent)).toEqual({ at: 'launches-spent', fixes: 0, relaunches: 0, launches: 2 })
    expect(spent.reason('1')).toBe(
      'Task 1 (Make 1) has used up its launches: the branch is not where the journal says; an agent was launched 2 times for it',
    )
  })

  it('do not keep a task from landing that is proven with the last one', () => {
    const last = attempts(few, [lint, receipt()])
    expect(last.status('1')).toBe('landing')
  })
})
