import { heardOf } from '../run/evolve-agent.ts'
import type { RunState } from '../run/state.ts'
import type { IntegrationEvent } from './integration-event.ts'

type Fact<T extends IntegrationEvent['type']> = Extract<IntegrationEvent, { type: T }>

export const integrationStarted = (state: RunState, { test, tip, token }: Fact<'integration-started'>): RunState => ({
  ...state,
  integration: { ...state.integration, running: { test, tip, token } },
})

export function integrationRecorded(
  state: RunState,
  { type: _, ...event }: Fact<'integration-recorded'>,
  at: number,
): RunState {
  const record = { ...event, at, remedies: [] }
  const { integration } = state
  return {
    ...state,
    integration: { ...integration, running: null, diagnosing: null, records: [...integration.records, record] },
  }
}

export function diagnosisStarted(
  state: RunState,
  { test, tip }: Fact<'diagnosis-started'>,
  startedAt: number,
): RunState {
  const { integration } = state
  const { diagnosing: before } = integration
  const tries = (before?.test === test && before.tip === tip ? before.tries : 0) + 1
  return { ...state, integration: { ...integration, diagnosing: { test, tip, startedAt, tries } } }
}

export function diagnosisEnded(state: RunState, event: Fact<'diagnosis-ended'>): RunState {
  const { agent, ending, durationMs, meter } = event
  const { integration } = state
  const launch = { agent, durationMs, ...(meter ? { meter } : {}) }
  const next = { ...state, integration: { ...integration, launches: [...integration.launches, launch] } }
  return heardOf(next, agent, { ending, launchedAt: integration.diagnosing?.startedAt ?? state.lastAt })
}

/** The tasks that were opened for the last failure. */
export function withRemedies(state: RunState, tasks: readonly RunState['tasks'][number]['task']['id'][]): RunState {
  const { records } = state.integration
  const last = records.at(-1)
  if (!last) return state
  return {
    ...state,
    integration: { ...state.integration, records: [...records.slice(0, -1), { ...last, remedies: tasks }] },
  }
}

/** A human continued the run: failures without a remedy are looked at again. */
export const integrationResumed = (state: RunState): RunState =>
  state.integration.records.some(isStuck)
    ? {
        ...state,
        integration: {
          ...state.integration,
          records: state.integration.records.map(record =>
            isStuck(record) ? { ...record, isAskedAgain: true } : record,
          ),
        },
      }
    : state

const isStuck = ({ gate, remedies }: RunState['integration']['records'][number]): boolean =>
  gate.verdict !== 'passed' && remedies.length === 0
