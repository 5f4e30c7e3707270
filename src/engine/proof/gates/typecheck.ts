import { plainGate } from './command.ts'
import type { Gate } from './gate-case.ts'

/** The type checker passes. */
export const typecheckGate: Gate = {
  name: 'typecheck',
  results: ['typecheck'],
  needsProject: true,
  run: async on => [await plainGate(on, 'typecheck', { command: on.commands.typecheck! })],
}
