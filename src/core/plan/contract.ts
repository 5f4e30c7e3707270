import type { Tiering } from '../risk/tier.ts'
import type { Commands } from '../settings/commands.ts'
import type { ReadIntent } from './intent.ts'
import type { Criterion, Input, Output, Task } from './plan.ts'

/** Everything an agent is told and held to for a task; hashed at dispatch. */
export interface Contract {
  /** With the tier that it comes to. */
  readonly task: Task
  /** What its tier was derived from; left out where it is the usual one, and in journals of before. */
  readonly tierReasons?: Tiering['reasons']
  /** What the task is for; left out in journals of before. */
  readonly intent?: ReadIntent
  /** Inputs with the outputs of earlier tasks put in. */
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly criteria: readonly Criterion[]
  readonly mustNot: readonly string[]
  readonly commands: Commands
  /** Paths that only pm-agent writes; one ending in `/` names a folder. */
  readonly bookkeeping: readonly string[]
  readonly commitMessage: string
  readonly budget: {
    readonly minutes: number
    readonly fixesLeft: number
    /** Changed files from which on it is better split; left out in journals of before. */
    readonly patchFiles?: number
  }
}
