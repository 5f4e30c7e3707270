import type { Terminal } from './terminal.ts'

/** What every command is given besides its own arguments. */
export interface Context {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly terminal: Terminal
}
