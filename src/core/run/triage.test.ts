import { describe, expect, it } from 'vitest'
import {
  BASE,
  config,
  draft,
  ended,
  finished,
  keptRef,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { Limits } from '../settings/config.ts'
import type { Ending } from './ending.ts'
import { lastAttempt } from './state.ts'
import { type Disposition, describeEnding, triageEnding, triageProof } from './triage.ts'

const running = (limits: Partial<Limits> = {}): Given =>
  given(opened(plan([task('1')]), { config: config(limits) }), ready)

/** What the newest attempt's end leads to. */
const endOf = (at: Given): Disposition => triageEnding(at.state, at.task('1'), lastAttempt(at.task('1'))!)

/** What a proof of the newest attempt leads to. */
const proofOf = (at: Given, of: Receipt): Disposition => {
  const { state } = at.and({
    type: 'proof-recorded',
    task: taskId('1'),
    attempt: at.task('1').attempts.length,
    receipt: of,
  })
  const run = state.tasks[0]!
  return triageProof(state, run, lastAttempt(run)!, of)
}

/** One more attempt that ends in this proof, decided as the engine would have it. */
const attempted = (at: Given, of: Receipt): Given => {
  const number = at.task('1').attempts.length + 1
  return at
    .and(started('1', number), ended('1', number), proofStarted('1', number))
    .after(proofFinished('1', of, number))
}

const UNCHANGED = draft('1', 1, { changes: [] })

describe('how an agent ended', () => {
  it.each([
    [{ is: 'exited', code: 3 }, 'it exited with code 3'],
    [{ is: 'signalled', signal: 'SIGKILL' }, 'it was ended by SIGKILL'],
    [{ is: 'timed-out', minutes: 45 }, 'it was still running after 45 minutes and was stopped'],
    [{ is: 'timed-out', minutes: 1 }, 'it was still running after 1 minute and was stopped'],
    [{ is: 'timed-out', minutes: 0.05 }, 'it was still running after 3 seconds and was stopped'],
    [{ is: 'idle', minutes: 10 }, 'it said nothing for 10 minutes and was stopped'],
    [{ is: 'output-limit', megabytes: 100 }, 'it printed more than 100 MB and was stopped'],
    [{ is: 'too-much-memory', megabytes: 4096 }, 'it used more than 4096 MB of memory and was stopped'],
    [{ is: 'too-many-processes', processes: 500 }, 'it had more than 500 processes and was stopped'],
    [{ is: 'could-not-start', problem: 'no such file' }, 'it could not be started: no such file'],
    [{ is: 'agent-error', problem: 'no login' }, 'it ended with an error of its own: no login'],
    [{ is: 'stopped' }, 'pm-agent stopped it'],
    [{ is: 'lost' }, 'pm-agent died while it ran'],
  ] as const)('%o is said in a sentence', (ending, words) => {
    expect(describeEnding(ending)).toBe(words)
  })
})

describe('an attempt that ended well', () => {
  it('is proven, changed or not: what is there decides', () => {
    expect(endOf(running().and(started('1'), ended('1')))).toEqual({ is: 'prove' })
    expect(endOf(running().and(started('1'), ended('1', 1, { draft: UNCHANGED })))).toEqual({ is: 'prove' })
  })

  it('with code 1 is proven all the same when it left a report: that end is only untidy', () => {
    const untidy = { ending: { is: 'exited', code: 1 }, draft: UNCHANGED, reading: saying('nothing-to-do') } as const
    expect(endOf(running().and(started('1'), ended('1', 1, untidy)))).toEqual({ is: 'prove' })
  })

  it.each([
    ['missing', { is: 'missing' }],
    ['unreadable', { is: 'invalid', problem: 'not JSON' }],
  ] as const)('is proven when its report is %s', (_, reading) => {
    expect(endOf(running().and(started('1'), ended('1', 1, { reading })))).toEqual({ is: 'prove' })
  })

  it('is launched again when its files could not be collected', () => {
    expect(endOf(running().and(started('1'), ended('1', 1, { draft: null })))).toEqual({
      is: 'relaunch',
      reasons: ['it exited with code 0', 'and nothing in the files had changed'],
      again: { kind: 'implement', base: null, from: null, session: null },
      counted: true,
    })
  })
})

const TROUBLES: readonly Ending[] = [
  { is: 'exited', code: 1 },
  { is: 'signalled', signal: 'SIGKILL' },
  { is: 'timed-out', minutes: 45 },
  { is: 'idle', minutes: 10 },
  { is: 'output-limit', megabytes: 100 },
  { is: 'agent-error', problem: 'no login' },
]

describe.each(TROUBLES)('an agent that went wrong ($is)', ending => {
  const wrong = (fields: Parameters<typeof ended>[2] = {}) =>
    ({ ending, reading: { is: 'missing' }, ...fields }) as const

  it('is launched again when it changed nothing, at the cost of one relaunch', () => {
    expect(endOf(running().and(started('1'), ended('1', 1, wrong({ draft: UNCHANGED, session: 's' }))))).toEqual({
      is: 'relaunch',
      reasons: [describeEnding(ending), 'and nothing in the files had changed'],
      again: { kind: 'implement', base: null, from: null, session: 's' },
      counted: true,
    })
  })

  it('is judged by its files when it changed some', () => {
    expect(endOf(running().and(started('1'), ended('1', 1, wrong())))).toEqual({ is: 'prove' })
  })

  it('lands when its files are proven', () => {
    expect(proofOf(running().and(started('1'), ended('1', 1, wrong())), receipt())).toEqual({ is: 'land' })
  })

  it('is launched again with its files when they are not: that is not the task failing', () => {
    expect(proofOf(running().and(started('1'), ended('1', 1, wrong({ session: 's' }))), refusedBy('test'))).toEqual({
      is: 'relaunch',
      reasons: [describeEnding(ending), 'test failed: test says failed'],
      again: { kind: 'fix', base: BASE, from: keptRef('1', 1), session: 's' },
      counted: true,
    })
  })

  it('goes to a human when it went wrong too often', () => {
    let at = running()
    for (const number of [1, 2, 3])
      at = at.and(started('1', number)).after(finished('1', number, wrong({ draft: UNCHANGED })))
    expect(at.task('1').stage).toMatchObject({ is: 'escalated', reason: 'relaunches-spent' })
  })
})

describe('an attempt that we cut short', () => {
  const cut = [
    [{ is: 'stopped' }, 'pm-agent was stopped while the agent worked'],
    [{ is: 'lost' }, 'pm-agent died while the agent worked'],
  ] as const

  it.each(cut)('(%o) begins again at no cost, changed or not', (ending, words) => {
    const again = { kind: 'implement', base: null, from: null, session: null }
    const expected = { is: 'relaunch', reasons: [words], again, counted: false }
    expect(endOf(running().and(started('1'), ended('1', 1, { ending })))).toEqual(expected)
    expect(endOf(running().and(started('1'), ended('1', 1, { ending, draft: UNCHANGED })))).toEqual(expected)
    expect(endOf(running().and(started('1'), ended('1', 1, { ending, draft: null })))).toEqual(expected)
  })

  it.each(cut)('(%o) goes on with its files where its author has a session', (ending, words) => {
    expect(endOf(running().and(started('1'), ended('1', 1, { ending, session: 's' })))).toEqual({
      is: 'relaunch',
      reasons: [words],
      again: { kind: 'implement', base: BASE, from: keptRef('1', 1), session: 's' },
      counted: false,
    })
  })

  it.each(cut)('(%o) goes on without files where its author has a session and no changes', (ending, words) => {
    expect(endOf(running().and(started('1'), ended('1', 1, { ending, session: 's', draft: UNCHANGED })))).toEqual({
      is: 'relaunch',
      reasons: [words],
      again: { kind: 'implement', base: null, from: null, session: 's' },
      counted: false,
    })
  })

  it.each(cut)('(%o) while it fixed something begins again with the files that are to be fixed', (ending, words) => {
    const fixing = attempted(running(), refusedBy('test')).and(
      started('1', 2, { kind: 'fix', base: BASE, from: keptRef('1', 1) }),
    )
    expect(endOf(fixing.and(ended('1', 2, { ending })))).toEqual({
      is: 'relaunch',
      reasons: [words],
      again: { kind: 'fix', base: BASE, from: keptRef('1', 1), session: null },
      counted: false,
    })
  })

  it.each(cut)('(%o) goes to a human when its launches are used up', ending => {
    expect(endOf(running({ launchesPerTask: 1 }).and(started('1'), ended('1', 1, { ending })))).toEqual({
      is: 'escalate',
      reason: 'launches-spent',
      reasons: ['an agent was launched 1 times for it'],
    })
  })
})

describe('an honest way out', () => {
  it.each([
    ['blocked', 'agent-blocked'],
    ['contradiction', 'agent-contradiction'],
  ] as const)('(%s) is a question to a human at once, whatever the exit code', (status, reason) => {
    for (const code of [0, 1])
      for (const left of [draft('1'), UNCHANGED, null]) {
        const reading = saying(status, { summary: 'no key', issues: ['', 'ask Bob'] })
        const at = running().and(started('1'), ended('1', 1, { reading, draft: left, ending: { is: 'exited', code } }))
        expect(endOf(at)).toEqual({ is: 'escalate', reason, reasons: ['no key', 'ask Bob'] })
      }
  })

  it('is also to call oneself blocked, whatever the result is called; to be confident or uncertain is none', () => {
    const said = (selfAssessment: 'confident' | 'uncertain' | 'blocked') =>
      endOf(
        running().and(
          started('1'),
          ended('1', 1, { reading: saying('success', { selfAssessment, issues: ['no key'] }) }),
        ),
      )
    expect(said('blocked')).toEqual({ is: 'escalate', reason: 'agent-blocked', reasons: ['no key'] })
    expect(said('confident')).toEqual({ is: 'prove' })
    expect(said('uncertain')).toEqual({ is: 'prove' })
  })

  it.each(['success', 'partial', 'failed', 'nothing-to-do'] as const)('(%s) is a claim, and is proven', status => {
    expect(endOf(running().and(started('1'), ended('1', 1, { reading: saying(status) })))).toEqual({ is: 'prove' })
  })
})

describe('a proof that holds', () => {
  it('lands', () => {
    expect(proofOf(running().and(started('1'), ended('1')), receipt())).toEqual({ is: 'land' })
  })
})

describe('a proof that does not hold', () => {
  const drafted = running().and(started('1'), ended('1', 1, { session: 'author' }))

  it('goes back to its author with the files and what failed', () => {
    expect(proofOf(drafted, refusedBy('test', 'failed', { evidence: '2 failed\nAssertionError: 1 !== 2' }))).toEqual({
      is: 'retry',
      reasons: ['test failed: 2 failed'],
      again: { kind: 'fix', base: BASE, from: keptRef('1', 1), session: 'author' },
      counted: true,
    })
  })

  it('goes back without files when there are none', () => {
    const nothing = running().and(started('1'), ended('1', 1, { draft: UNCHANGED }))
    expect(proofOf(nothing, refusedBy('change'))).toEqual({
      is: 'retry',
      reasons: ['change failed: change says failed'],
      again: { kind: 'fix', base: null, from: null, session: null },
      counted: true,
    })
  })

  it('goes back as work, not as trouble, when the agent only ended untidily', () => {
    const untidy = running().and(started('1'), ended('1', 1, { ending: { is: 'exited', code: 1 } }))
    expect(proofOf(untidy, refusedBy('test'))).toMatchObject({ is: 'retry' })
  })

  it('of a verification task goes to a human at once, where no criterion says what to mend', () => {
    const at = given(opened(plan([task('1', { type: 'verification' })])), ready, started('1'), ended('1'))
    expect(proofOf(at, refusedBy('read-only'))).toEqual({
      is: 'escalate',
      reason: 'verification-failed',
      reasons: ['read-only failed: read-only says failed'],
    })
  })

  it.each([
    ['judge-wrote', refusedBy('judge', 'judge-wrote', { halts: true })],
    ['judge-crashed', refusedBy('judge', 'judge-crashed')],
    ['forbidden', refusedBy('must-not', 'failed', { halts: true })],
    ['tampering', refusedBy('controls', 'void', { halts: true })],
  ])('goes to a human at once for %s', (reason, proof) => {
    expect(proofOf(running().and(started('1'), ended('1')), proof)).toMatchObject({ is: 'escalate', reason })
  })

  it('goes back to an agent when a judge objects', () => {
    expect(proofOf(running().and(started('1'), ended('1')), refusedBy('judge'))).toMatchObject({ is: 'retry' })
  })
})
