import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Config } from '../../../core/settings/config.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { someOf } from '../../../core/text/lists.ts'
import { readingGate } from '../gate-result.ts'
import { kindOf } from '../reading/file-kind.ts'
import { alterationWords, type RoomAltered } from './room-altered.ts'

const ADVICE =
  'Write to ignored or temporary files, or commit what it makes; files that a command generates are named under generated: in pm-agent.yaml.'

/** The gate of a proof whose room was altered. */
export const alteredGate = ({ alteration }: RoomAltered): GateResult =>
  readingGate('room', `${alterationWords(alteration)}.\n${ADVICE}`, { verdict: 'void', paths: alteration.paths })

/** The message if the base itself does that. */
export const alteredBase = ({ alteration }: RoomAltered): string => `${alterationWords(alteration)}. ${ADVICE}`

/** Programs that are not those which the run began with: what they say is not about the code. */
export const alteredPrograms = (paths: readonly string[]): readonly GateResult[] =>
  paths.length === 0
    ? []
    : [
        readingGate(
          'environment',
          `${someOf(paths)} changed since the run began, and checks depend on it.\nLook at it. If the change is yours, stop pm-agent and run it again.`,
          { verdict: 'environment', paths },
        ),
      ]

/** Whether the settings name what generates this file. */
export const isGenerated = ({ generated = {} }: Pick<Config, 'generated'>, path: string): boolean =>
  matchesAny(path, Object.keys(generated))

/** Whether a package manager writes this file. It contains no code, so an untouched one does not matter. */
export const isLockFile = (path: string): boolean => kindOf(path) === 'lock'
