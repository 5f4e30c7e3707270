import { join } from 'node:path'

/** The journal is inside the git directory: nothing to ignore, and `git clean` is harmless. */
export const journalFileIn = (commonDir: string): string => join(commonDir, 'pm-agent', 'journal.db')
