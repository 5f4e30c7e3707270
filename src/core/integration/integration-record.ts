import type { Meter } from '../money/meter.ts'
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
  /** The question to the diagnoser that is under way; null if there is none. */
  readonly diagnosing: {
    readonly test: string
    readonly tip: Commit
    readonly startedAt: number
    /** Its launches about this failure. */
    readonly tries: number
  } | null
  /** Every finished launch of the diagnoser. */
  readonly launches: readonly { readonly agent: string; readonly durationMs: number; readonly meter?: Meter }[]
}

export const NOT_INTEGRATED: IntegrationState = { running: null, records: [], diagnosing: null, launches: [] }
