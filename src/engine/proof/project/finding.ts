import type { Commands } from '../../../core/settings/commands.ts'

/** One kind of project that was recognised, and the commands it suggests. */
export interface ProjectFinding {
  readonly project: string
  readonly commands: Commands
}
