import { type AgentTrouble, isCutShort, isUnavailable } from './agent-pause.ts'
import type { Ending, Event } from './event.ts'
import { changeAttempt, stage } from './evolve-task.ts'
import { type RunState, taskRun } from './state.ts'

type Fact<T extends Event['type']> = Extract<Event, { type: T }>

export function agentPaused(state: RunState, { agent, reason, problem, until }: Fact<'agent-paused'>): RunState {
  const before = state.troubles.get(agent)
  const times = before?.reason === reason ? before.times + (before.paused ? 0 : 1) : 1
  return withTrouble(state, agent, { reason, problem, until, times, paused: true })
}

export function agentResumed(state: RunState, { agent }: Fact<'agent-resumed'>): RunState {
  const trouble = state.troubles.get(agent)
  return trouble ? withTrouble(state, agent, { ...trouble, paused: false }) : state
}

/** Who could work again is in no trouble any more; an end that says nothing of that changes nothing. */
export function heardOf(state: RunState, agent: string, ending: Ending): RunState {
  if (isCutShort(ending) || ending.is === 'could-not-start' || !state.troubles.has(agent)) return state
  return without(state, [agent])
}

/** A human's word gives those another chance that were given up on. */
export const pardoned = (state: RunState): RunState =>
  without(
    state,
    [...state.troubles].flatMap(([agent, { paused, until }]) => (paused && until === null ? [agent] : [])),
  )

export const judgeAsked = (state: RunState, { task, attempt: number, agent, prompt }: Fact<'judge-asked'>): RunState =>
  changeAttempt(state, task, number, attempt => ({
    ...attempt,
    said: [...attempt.said, { to: 'judge', agent, words: prompt }],
  }))

/** What a judge used is kept; a proof for which it could not work waits for it. */
export function judgeEnded(state: RunState, event: Fact<'judge-ended'>): RunState {
  const { task, attempt: number, agent, ending, durationMs, meter } = event
  const next = changeAttempt(heardOf(state, agent, ending), task, number, attempt => ({
    ...attempt,
    judges: [...attempt.judges, { agent, durationMs, ...(meter ? { meter } : {}) }],
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
