import { someOf } from '../../../core/text/lists.ts'

/** Changes of a command to the tracked files of its room. */
interface Alteration {
  /** The form of the code that the room held. */
  readonly on: string
  readonly command: string
  readonly paths: readonly string[]
  /** They were put back before the command ended. */
  readonly restored: boolean
}

/** Thrown when a command changes tracked files of its room: later results there are not about the tree. */
export class RoomAltered extends Error {
  readonly alteration: Alteration

  constructor(alteration: Alteration) {
    super(alterationWords(alteration))
    this.name = 'RoomAltered'
    this.alteration = alteration
  }
}

/** One sentence without a full stop. */
export const alterationWords = ({ on, command, paths, restored }: Alteration): string =>
  `${command} ${restored ? 'rewrites and restores' : 'changes'} tracked files: ${someOf(paths)} (on ${on}), so the checked code is not the code that lands`
