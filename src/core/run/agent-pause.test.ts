import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  finished,
  keptRef,
  opened,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { BEGIN, type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { AgentSpec } from '../settings/config.ts'
import { viewRun } from '../shown/view.ts'
import { timeOfDay } from '../text/time.ts'
import type { Ending } from './ending.ts'
import type { Observation } from './input.ts'

const MINUTE = 60_000
const LATER = BEGIN + 5 * 60 * MINUTE

const agent = (name: string): AgentSpec => ({ is: 'command', name, command: `node ${name}.mjs` })
const limited = (resetsAt: number | null = LATER): Ending => ({ is: 'usage-limit', problem: 'no more', resetsAt })
const overloaded: Ending = { is: 'overloaded', problem: '529' }

/** Two tasks of one agent, one of another; all of them may run at once. */
const running = given(
  opened(plan([task('1'), task('2'), task('3', { agent: 'other' })]), {
    config: config({ parallel: 3 }, { agents: { other: agent('other') } }),
  }),
  ready,
)
const one = (ending: Ending, attempt = 1): Observation =>
  finished('1', attempt, { ending, reading: { is: 'missing' }, session: 'session-1' })

const kinds = (at: Given) => at.next().map(effect => ('task' in effect ? `${effect.type} ${effect.task}` : effect.type))

/** The agent of task 1 ends like this again and again; each pause is waited for. */
function again(at: Given, ending: Ending, times: number): Given {
  for (let left = times; left > 0; left--) {
    const number = at.task('1').attempts.length + 1
    at = at.and(started('1', number)).after(one(ending, number))
    const [trouble] = at.state.troubles.values()
    if (left > 1 && trouble?.until) at = at.and({ type: 'agent-resumed', agent: 'worker' })
  }
  return at
}

const pauseMinutes = (at: Given): number | null => {
  const { until } = at.state.troubles.get('worker')!
  return until === null ? null : (until - at.task('1').attempts.at(-1)!.ended!.at) / MINUTE
}

describe('an agent whose usage limit is reached', () => {
  const limitedOnce = running.and(started('1')).after(one(limited()))

  it('is left alone until the reset, and what it did is kept for its own session', () => {
    running
      .and(started('1'))
      .when(one(limited()))
      .then([
        { ...one(limited()), type: 'attempt-ended' } as never,
        {
          type: 'task-triaged',
          task: taskId('1'),
          attempt: 1,
          disposition: 'wait',
          reasons: [`its usage limit was reached, until ${new Date(LATER).toISOString()}: no more`],
          again: { kind: 'implement', base: draft('1').base, from: keptRef('1', 1), session: 'session-1' },
          counted: false,
        },
        { type: 'agent-paused', agent: 'worker', reason: 'usage-limit', problem: 'no more', until: LATER },
      ])
  })

  it('costs the task nothing', () => {
    const { fixes, relaunches, launches } = limitedOnce.task('1')
    expect({ fixes, relaunches, launches }).toEqual({ fixes: 0, relaunches: 0, launches: 0 })
  })

  it('is waited for by every task that needs it, while others go on', () => {
    expect(kinds(limitedOnce)).toEqual(['run-attempt 3', 'await-agent'])
    expect(limitedOnce.next().at(-1)).toEqual({ type: 'await-agent', agent: 'worker', until: LATER })
    expect(limitedOnce.reason('2')).toBe(`waiting for the usage limit of worker until ${timeOfDay(LATER)}`)
    expect(limitedOnce.why('2')[0]).toBe(
      `Task 2 is ready: it is waiting for the usage limit of worker until ${timeOfDay(LATER)}.`,
    )
    expect(viewRun(limitedOnce.state).run.paused).toEqual([
      {
        agent: 'worker',
        reason: 'usage-limit',
        until: new Date(LATER).toISOString(),
        words: `waiting for the usage limit of worker until ${timeOfDay(LATER)}`,
      },
    ])
    expect(viewRun(limitedOnce.state).waiting_for).toHaveLength(1)
  })

  it('is asked again in the same session once the time is over', () => {
    const over = limitedOnce.and({ type: 'agent-resumed', agent: 'worker' })
    expect(kinds(over)).toEqual(['run-attempt 1', 'run-attempt 2', 'run-attempt 3'])
    expect(over.next()[0]).toMatchObject({ kind: 'implement', from: keptRef('1', 1), session: 'session-1' })
  })

  it('is not asked before that', () => {
    limitedOnce.when({ type: 'pause-over', agent: 'worker' }).then([])
  })

  it('pauses once for all launches that end at the same limit', () => {
    const two = running.and(started('1'), started('2'))
    const facts = two
      .after(one(limited(null)))
      .when(finished('2', 1, { ending: limited(null), draft: null }))
      .events()
    expect(facts.map(({ type }) => type)).toEqual(['attempt-ended', 'task-triaged'])
    const later = two
      .after(one(limited()))
      .when(finished('2', 1, { ending: limited(LATER + 1), draft: null }))
      .events()
    expect(later.at(-1)).toMatchObject({ type: 'agent-paused', until: LATER + 1 })
  })

  it('is tried after 5, 10, 20, 40 and then every 60 minutes where nobody says until when', () => {
    expect([1, 2, 3, 4, 5, 6].map(times => pauseMinutes(again(running, limited(null), times)))).toEqual([
      5, 10, 20, 40, 60, 60,
    ])
  })

  it('is not asked in a loop by a reset that is over, nor waited for by one that is years away', () => {
    expect(pauseMinutes(again(running, limited(BEGIN - 1), 1))).toBe(1)
    expect(pauseMinutes(again(running, limited(BEGIN + 1e12), 1))).toBe(8 * 24 * 60)
  })

  it('begins with short pauses again after it could work', () => {
    const worked = again(running, limited(null), 3)
      .and({ type: 'agent-resumed', agent: 'worker' }, started('1', 4))
      .and(ended('1', 4))
    expect(worked.state.troubles.size).toBe(0)
  })

  it('stays paused when a launch from before the pause ends well', () => {
    const older = running.and(started('2'), started('1')).after(one(limited()))
    const done = older.after(finished('2'))
    expect(done.state.troubles.get('worker')).toMatchObject({ paused: true, until: LATER })
    expect(kinds(done)).not.toContain('run-attempt 1')
    expect(done.next()).toContainEqual({ type: 'await-agent', agent: 'worker', until: LATER })
  })

  it('is in no trouble any more once a launch from after the pause ends well', () => {
    const over = running
      .and(started('2'), started('1'))
      .after(one(limited()))
      .and({ type: 'agent-resumed', agent: 'worker' }, started('1', 2))
    expect(over.after(finished('2')).state.troubles.has('worker')).toBe(true)
    expect(over.after(finished('1', 2)).state.troubles.has('worker')).toBe(false)
  })

  it('is no longer waited for when nobody needs it', () => {
    const facts = ['1', '2'].map(id => ({ type: 'task-skipped', task: taskId(id), by: 'Ada', note: '' }) as const)
    expect(kinds(limitedOnce.and(...facts))).toEqual(['run-attempt 3'])
  })
})

describe('an agent whose model has no room', () => {
  it('is tried after half a minute, then twice as long each time, up to a quarter of an hour', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(times => pauseMinutes(again(running, overloaded, times)))
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 15, 15])
  })

  it('is given up on after ten pauses in a row: one question is asked, and the others wait for its answer', () => {
    const given10 = again(running, overloaded, 11)
    expect(given10.task('1').stage).toMatchObject({ is: 'escalated', reason: 'agent-unavailable' })
    expect(pauseMinutes(given10)).toBeNull()
    expect(kinds(given10)).toEqual(['run-attempt 3'])
    expect(given10.reason('2')).toBe('waiting for you: worker could not work, although it was started several times')
  })

  it('is asked again when a human says to go on, from where it stood', () => {
    const asked = again(running, overloaded, 11)
    const retried = asked.after({ type: 'retry-task', task: taskId('1'), by: 'Ada', note: '' })
    expect(retried.task('1').stage).toMatchObject({ is: 'queued', session: 'session-1', from: keptRef('1', 11) })
    expect(kinds(retried)).toEqual(['run-attempt 1', 'run-attempt 2', 'run-attempt 3'])
    expect(kinds(asked.after({ type: 'resume-run' }))).toEqual(['run-attempt 2', 'run-attempt 3'])
  })
})

describe('an agent whose program cannot be started', () => {
  const missing: Ending = { is: 'could-not-start', problem: 'there is no program workr' }
  const nothing = { ending: missing, reading: { is: 'missing' }, draft: draft('1', 1, { changes: [] }) } as const
  const notStarted = (id: string, attempt = 1): Observation => finished(id, attempt, nothing)
  const twice = running
    .and(started('1'))
    .after(notStarted('1'))
    .and({ type: 'agent-resumed', agent: 'worker' }, started('1', 2), started('2'))
    .after(notStarted('1', 2), notStarted('2'))

  it('is tried once more after a moment, which counts for nothing', () => {
    const once = running.and(started('1')).after(notStarted('1'))
    expect(once.task('1')).toMatchObject({ stage: { is: 'queued' }, launches: 0, relaunches: 0 })
    expect(once.reason('2')).toBe('waiting a moment for worker, which could not be started')
    expect(kinds(once)).toEqual(['run-attempt 3', 'await-agent'])
  })

  it('is one question for all its tasks, which names it and says what to do', () => {
    expect(viewRun(twice.state).escalations).toEqual([
      {
        task: '1',
        problem: 'the program of an agent cannot be started: worker: there is no program workr',
        impact: 'tasks that need this agent cannot continue; the others can',
        options: [
          {
            words: 'install it or put it on the PATH, and continue with all its tasks',
            command: 'pm-agent run',
            decision: null,
          },
          { words: 'let another agent work', command: 'pm-agent run --agent NAME', decision: null },
          { words: 'leave it out and continue without it', command: 'pm-agent skip 1 -m "…"', decision: 'skip' },
        ],
        recommended: 0,
        blocking: true,
      },
    ])
    expect(twice.reason('2')).toBe('waiting for you: worker cannot be started')
    expect(kinds(twice)).toEqual(['run-attempt 3'])
  })

  it('is answered by calling the run again: every task goes on, the asking one too', () => {
    const resumed = twice.after({ type: 'resume-run' })
    expect(kinds(resumed)).toEqual(['run-attempt 1', 'run-attempt 2', 'run-attempt 3'])
    expect(resumed.task('1')).toMatchObject({ launches: 0, relaunches: 0 })
  })

  it('is not what the shell says of one that changed files: these are judged', () => {
    const worked = running.and(started('1')).after(finished('1', 1, { ...nothing, draft: draft('1') }))
    expect(kinds(worked)).toEqual(['prove 1', 'run-attempt 2', 'run-attempt 3'])
  })
})

describe('a judge that cannot work', () => {
  const judging = running.and(started('1'), ended('1'), proofStarted('1'))
  const ended1 = (ending: Ending): Observation => ({
    type: 'judge-finished',
    task: taskId('1'),
    attempt: 1,
    agent: 'owl',
    ending,
    durationMs: 1000,
  })

  it('lets the proof wait, and nothing is asked of a human', () => {
    const waiting = judging.after(ended1(limited()))
    expect(waiting.task('1').stage).toEqual({ is: 'drafted', attempt: 1, judge: 'owl' })
    expect(kinds(waiting)).toEqual(['run-attempt 2', 'run-attempt 3', 'await-agent'])
    expect(waiting.why('1')[0]).toBe(
      `Task 1 is done and not proven yet: waiting for the usage limit of owl until ${timeOfDay(LATER)}.`,
    )
    expect(kinds(waiting.and({ type: 'agent-resumed', agent: 'owl' }))[0]).toBe('prove 1')
  })

  it('stays paused when it was asked before its limit was reached and answers after that', () => {
    const two = running.and(started('1'), ended('1'), proofStarted('1'), started('2'), ended('2'), proofStarted('2'))
    const answered = (task: string, durationMs: number, ending: Ending): Observation => ({
      ...{ type: 'judge-finished', task: taskId(task), attempt: 1, agent: 'owl', ending, durationMs },
    })
    const limit = two.after(answered('1', MINUTE, limited()))
    const earlier = answered('2', 30 * MINUTE, { is: 'exited', code: 0 })
    expect(limit.after(earlier).state.troubles.get('owl')).toMatchObject({ paused: true, until: LATER })
    const later = answered('2', 1000, { is: 'exited', code: 0 })
    expect(limit.after(later).state.troubles.has('owl')).toBe(false)
  })

  it('because its program cannot be started is one question, and the proof goes on when the run is called again', () => {
    const missing: Ending = { is: 'could-not-start', problem: 'there is no program owl' }
    const asked = judging
      .after(ended1(missing))
      .and({ type: 'agent-resumed', agent: 'owl' }, proofStarted('1'))
      .after(ended1(missing))
    expect(asked.task('1').stage).toMatchObject({ is: 'escalated', reason: 'agent-cannot-start' })
    expect(kinds(asked.after({ type: 'resume-run' }))[0]).toBe('prove 1')
  })

  it('is counted whatever comes of the proof', () => {
    const at = judging.after(ended1({ is: 'exited', code: 0 }))
    expect(at.task('1').attempts[0]!.judges).toEqual([{ agent: 'owl', durationMs: 1000 }])
    expect(at.task('1').stage.is).toBe('proving')
  })
})

describe('an attempt that was cut short by its vendor', () => {
  it('says nothing of the work: what was flagged before is still what is to be fixed', () => {
    const at = running
      .and(started('1'), ended('1'), proofStarted('1'))
      .after({ type: 'proof-finished', task: taskId('1'), attempt: 1, receipt: refusedBy('lint') })
      .and(started('1', 2, { kind: 'fix' }))
      .after(one(limited(), 2))
    expect(at.task('1').stage).toMatchObject({ is: 'queued', kind: 'fix', session: 'session-1' })
    expect(at.task('1').fixes).toBe(1)
  })
})
