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
  return { ...state, integration: { running: null, records: [...state.integration.records, record] } }
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
