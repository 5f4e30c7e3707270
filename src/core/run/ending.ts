/** How one launch of an agent ended, by whoever ended it. */
export type Ending =
  | { readonly is: 'exited'; readonly code: number }
  | { readonly is: 'signalled'; readonly signal: string }
  | { readonly is: 'timed-out'; readonly minutes: number }
  | { readonly is: 'idle'; readonly minutes: number }
  | { readonly is: 'output-limit'; readonly megabytes: number }
  | { readonly is: 'too-much-memory'; readonly megabytes: number }
  | { readonly is: 'too-many-processes'; readonly processes: number }
  | { readonly is: 'could-not-start'; readonly problem: string }
  /** The agent itself says that it could not work, whatever its exit code: its model, its login, its permissions. */
  | { readonly is: 'agent-error'; readonly problem: string }
  /** The vendor gives no more until then; null where it does not say until when. */
  | { readonly is: 'usage-limit'; readonly problem: string; readonly resetsAt: number | null }
  /** The vendor has no room at the moment. */
  | { readonly is: 'overloaded'; readonly problem: string }
  /** pm-agent was told to stop while the agent worked. */
  | { readonly is: 'stopped' }
  /** pm-agent died while the agent worked. */
  | { readonly is: 'lost' }

/** Tracked files of a room that a command touched. */
export interface RoomChanges {
  /** They are not those of the tree any more: other bytes, another mode, gone. */
  readonly changed: readonly string[]
  /** They were written to or replaced, and hold what the tree has when the command ends. */
  readonly restored: readonly string[]
}
