import type { Terminal } from './terminal.ts'
import { warnLines } from './words/printed-lines.ts'

/** Bad input or a machine that is not ready: what, where, what to do. Always exit 2, never a stack trace. */
export class Problem extends Error {
  readonly hints: readonly string[]

  constructor(what: string, hints: readonly string[] = []) {
    super(what)
    this.name = 'Problem'
    this.hints = hints
  }
}

export function printProblem(terminal: Terminal, problem: Problem): void {
  warnLines(terminal, `pm-agent: ${problem.message}`, ...problem.hints.map(hint => `  ${hint}`))
}

/** How a command ends. */
export const EXIT = { done: 0, bug: 1, badInput: 2, needsHuman: 3, failed: 4, interrupted: 130 } as const
