import type { OwnGate } from '../../../core/settings/gate-settings.ts'
import { plainGate } from './command.ts'
import type { Gate } from './gate-case.ts'

/** A gate from the settings: a command. */
export const ownGate = ({ name, command, blocking }: OwnGate): Gate => ({
  name: `gate:${name}`,
  results: [`gate:${name}`],
  needsProject: true,
  // In a separate room: tests may leave files behind.
  run: async on => [await plainGate(on, `gate:${name}`, { command, blocking, use: 'criteria' })],
})
