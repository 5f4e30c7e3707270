import { plainGate } from './command.ts'
import type { Gate } from './gate-case.ts'

/** The linter passes. */
export const lintGate: Gate = {
  name: 'lint',
  results: ['lint'],
  needsProject: true,
  run: async on => [await plainGate(on, 'lint', { command: on.commands.lint! })],
}
