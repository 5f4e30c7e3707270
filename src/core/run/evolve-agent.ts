import { type AgentTrouble, isCutShort, isUnavailable } from './agent-pause.ts'
import type { Ending } from './ending.ts'
import type { Event } from './event.ts'
import { changeAttempt, stage } from './evolve-task.ts'
import { type RunState, taskRun } from './state.ts'

type Fact<T extends Event['type']> = Extract<Event, { type: T }>

export function agentPaused(state: RunState, event: Fact<'agent-paused'>, at: number): RunState {
  const { agent, reason, problem, until } = event
  const before = state.troubles.get(agent)
  const times = before?.reason === reason ? before.times + (before.paused ? 0 : 1) : 1
  return withTrouble(state, agent, { reason, problem, until, times, paused: true, since: at })
}

export function agentResumed(state: RunState, { agent }: Fact<'agent-resumed'>): RunState {
  const trouble = state.troubles.get(agent)
  return trouble ? withTrouble(state, agent, { ...trouble, paused: false }) : state
}

/** The ending and the start time of a launch. */
interface Heard {
  readonly ending: Ending
  readonly launchedAt: number
}

/**
 * An agent that completed a launch after a failure is available again. Other endings change nothing, and neither does a
 * launch that already ran when the limit was reached: it may finish, while the next one could not start.
 */
export function heardOf(state: RunState, agent: string, { ending, launchedAt }: Heard): RunState {
  const trouble = state.troubles.get(agent)
  if (!trouble || launchedAt <= trouble.since || isCutShort(ending)) return state
  return without(state, [agent])
}

/** A human's decision makes agents without further launches available again. */
export const pardoned = (state: RunState): RunState =>
  without(
    state,
    [...state.troubles].flatMap(([agent, { paused, until }]) => (paused && until === null ? [agent] : [])),
  )

export const judgeAsked = (state: RunState, event: Fact<'judge-asked'>): RunState =>
  changeAttempt(state, event.task, event.attempt, attempt => ({
    ...attempt,
    said: [...attempt.said, { to: event.role ?? 'judge', agent: event.agent, words: event.prompt }],
  }))

/** Records a judge's usage; if the judge could not work, the proof waits for it. */
export function judgeEnded(state: RunState, event: Fact<'judge-ended'>, at: number): RunState {
  const { task, attempt: number, agent, ending, durationMs, meter, role } = event
  const heard = heardOf(state, agent, { ending, launchedAt: at - durationMs })
  const next = changeAttempt(heard, task, number, attempt => ({
    ...attempt,
    judges: [...attempt.judges, { agent, ...(role ? { role } : {}), durationMs, ...(meter ? { meter } : {}) }],
  }))
  if (!isUnavailable(ending) || taskRun(next, task).stage.is !== 'proving') return next
  return stage(next, task, { is: 'drafted', attempt: number, judge: agent })
}

const withTrouble = (state: RunState, agent: string, trouble: AgentTrouble): RunState => ({
  ...state,
  troubles: new Map(state.troubles).set(agent, trouble),
})

function without(state: RunState, agents: readonly string[]): RunState {
  if (agents.length === 0) return state
  return { ...state, troubles: new Map([...state.troubles].filter(([agent]) => !agents.includes(agent))) }
}
