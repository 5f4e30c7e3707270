import { someOf } from '../../../core/text/some-of.ts'

/** What a command did to the tracked files of its room. */
interface Alteration {
  /** The form of the code that the room held. */
  readonly on: string
  readonly command: string
  readonly paths: readonly string[]
  /** They were put back before the command ended. */
  readonly restored: boolean
}

/** Thrown when a command changes tracked files of its room: from then on nothing that is seen there is about the tree. */
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
  `${command} ${restored ? 'rewrites and puts back' : 'changes'} ${someOf(paths)} (on ${on}): tracked files, so the code that is checked is not the code that lands`
