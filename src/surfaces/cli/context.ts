import type { Terminal } from './terminal.ts'

/** The context of every command, in addition to its own arguments. */
export interface Context {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly terminal: Terminal
  /** Asks the user at the terminal; null without an answer. Absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string | null>) | undefined
  /** The program that passes the user's decisions on, as in `claude-code`; absent at the command line. */
  readonly through?: string | undefined
}
