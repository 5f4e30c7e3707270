import type { Terminal } from './terminal.ts'

/** What every command is given besides its own arguments. */
export interface Context {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly terminal: Terminal
  /** Asks whoever sits at the terminal; null when they do not answer. Left out where nobody sits. */
  readonly ask?: (question: string) => Promise<string | null>
}
