import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../src/adapters/process/shell.ts'

/** The folder that keeps tests from finding a sandbox. */
const ABSENT = fileURLToPath(new URL('absent', import.meta.url))

/** The search path as the machine has it, with a sandbox where there is one. */
export const realPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(folder => folder !== ABSENT)
  .join(delimiter)

export const hasBubblewrap = findProgram('bwrap', realPath) !== null
