import type { Commands, Criterion, Input, Output, Task } from './plan.ts'

/** Everything an agent is told and held to for a task; hashed at dispatch. */
export interface Contract {
  readonly task: Task
  /** Inputs with the outputs of earlier tasks put in. */
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly criteria: readonly Criterion[]
  readonly mustNot: readonly string[]
  readonly commands: Commands
  /** Paths that only pm-agent writes. */
  readonly bookkeeping: readonly string[]
  readonly commitMessage: string
  readonly budget: { readonly minutes: number; readonly fixesLeft: number }
}
