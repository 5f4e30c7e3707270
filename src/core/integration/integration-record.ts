import type { Commit, TaskId } from '../plan/ids.ts'
import type { IntegrationEvent } from './integration-event.ts'

export type IntegrationRecord = Omit<Extract<IntegrationEvent, { type: 'integration-recorded' }>, 'type'> & {
  readonly at: number
  /** The tasks that were opened for its failure. */
  readonly remedies: readonly TaskId[]
  /** A human continued the run after it: it is run again. */
  readonly isAskedAgain?: true
}

/** The integration tests of a run. */
export interface IntegrationState {
  /** The test that is under way. */
  readonly running: { readonly test: string; readonly tip: Commit; readonly token: string } | null
  readonly records: readonly IntegrationRecord[]
}

export const NOT_INTEGRATED: IntegrationState = { running: null, records: [] }
