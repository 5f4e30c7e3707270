import type { Tiering } from '../risk/tier.ts'
import type { Commands } from '../settings/commands.ts'
import type { ReadIntent } from './intent.ts'
import type { Criterion, Input, Output, Task } from './plan.ts'
import type { NamedRequests } from './requests.ts'

/** Everything an agent is told and held to for a task; hashed at dispatch. */
export interface Contract {
  /** With its derived tier. */
  readonly task: Task
  /** The reasons for its tier; absent for the default tier, and in old journals. */
  readonly tierReasons?: Tiering['reasons']
  /** The purpose of the task; absent in old journals. */
  readonly intent?: ReadIntent
  /** What the task asks for by name; absent in old journals. */
  readonly asks?: NamedRequests
  /** Inputs with the outputs of earlier tasks inserted. */
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly criteria: readonly Criterion[]
  readonly mustNot: readonly string[]
  readonly commands: Commands
  /** Paths that only pm-agent writes; a trailing `/` means a folder. */
  readonly bookkeeping: readonly string[]
  readonly commitMessage: string
  readonly budget: {
    readonly minutes: number
    readonly fixesLeft: number
    /** Number of changed files from which splitting is better; absent in old journals. */
    readonly patchFiles?: number
  }
}
