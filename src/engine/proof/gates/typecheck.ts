import { plainGate } from './command.ts'
import type { Gate } from './gate-case.ts'

/** The types hold. */
export const typecheckGate: Gate = {
  name: 'typecheck',
  results: ['typecheck'],
  needsProject: true,
  run: async on => [await plainGate(on, 'typecheck', { command: on.commands.typecheck! })],
}
