import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../src/adapters/process/shell.ts'

/** The folder that hides the sandbox from tests. */
const ABSENT = fileURLToPath(new URL('absent', import.meta.url))

/** The machine's own PATH, with a sandbox if there is one. */
export const realPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(folder => folder !== ABSENT)
  .join(delimiter)

export const hasBubblewrap = findProgram('bwrap', realPath) !== null
