import type { Meter } from '../money/meter.ts'
import type { Draft } from '../proof/draft.ts'
import type { ReportReading } from '../proof/report.ts'

/** The ending of one launch of an agent, whatever caused it. */
export type Ending =
  | { readonly is: 'exited'; readonly code: number }
  | { readonly is: 'signalled'; readonly signal: string }
  | { readonly is: 'timed-out'; readonly minutes: number }
  | { readonly is: 'idle'; readonly minutes: number }
  | { readonly is: 'output-limit'; readonly megabytes: number }
  | { readonly is: 'too-much-memory'; readonly megabytes: number }
  | { readonly is: 'too-many-processes'; readonly processes: number }
  | { readonly is: 'could-not-start'; readonly problem: string }
  /** The agent itself reports that it could not work, whatever its exit code: its model, its login, its permissions. */
  | { readonly is: 'agent-error'; readonly problem: string }
  /** The vendor's limit is reached until then; null if the time is unknown. */
  | { readonly is: 'usage-limit'; readonly problem: string; readonly resetsAt: number | null }
  /** The vendor is overloaded at the moment. */
  | { readonly is: 'overloaded'; readonly problem: string }
  /** pm-agent was told to stop while the agent worked. */
  | { readonly is: 'stopped' }
  /** pm-agent died while the agent worked. */
  | { readonly is: 'lost' }

/** Everything that is known about an attempt once its agent and all its processes have ended. */
export interface AttemptResult {
  readonly ending: Ending
  readonly reading: ReportReading
  readonly session: string | null
  readonly draft: Draft | null
  readonly outputFile: string | null
  readonly durationMs: number
  /** Absent if the agent did not report it. */
  readonly meter?: Meter
}

/** Tracked files of a room that a command touched. */
export interface RoomChanges {
  /** They differ from the tree: other bytes, another mode, or deleted. */
  readonly changed: readonly string[]
  /** They were written to or replaced, but equal the tree at the end of the command. */
  readonly restored: readonly string[]
}
