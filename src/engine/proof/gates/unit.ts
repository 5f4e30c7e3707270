import { commandTestGates } from '../suite/command-tests.ts'
import { suiteGates } from '../suite/suite-gates.ts'
import type { Gate } from './gate-case.ts'

/** The tests as submitted, as they were on the base, and as they were first agreed upon. */
export const unitGate: Gate = {
  name: 'test',
  results: ['test', 'test:old-form', 'test:first-form'],
  needsProject: true,
  run: async on => (on.suite ? suiteGates(on, on.suite) : commandTestGates(on, on.commands.test!)),
}
