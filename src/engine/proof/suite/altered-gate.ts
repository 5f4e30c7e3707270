import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Config } from '../../../core/settings/config.ts'
import { matchesAny } from '../../../core/text/glob.ts'
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

/** Whether the settings name a generator for this file. */
export const isGenerated = ({ generated = {} }: Pick<Config, 'generated'>, path: string): boolean =>
  matchesAny(path, Object.keys(generated))

/** Whether a package manager writes this file. It contains no code, so an untouched one does not matter. */
export const isLockFile = (path: string): boolean => kindOf(path) === 'lock'
