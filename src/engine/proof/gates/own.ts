import type { OwnGate } from '../../../core/settings/gate-settings.ts'
import { plainGate } from './command.ts'
import type { Gate } from './gate-case.ts'

/** A command that the settings made a gate. */
export const ownGate = ({ name, command, blocking }: OwnGate): Gate => ({
  name: `gate:${name}`,
  results: [`gate:${name}`],
  needsProject: true,
  // Apart from the tests, which may leave anything behind.
  run: async on => [await plainGate(on, `gate:${name}`, { command, blocking, use: 'criteria' })],
})
