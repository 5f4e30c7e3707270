import { homedir } from 'node:os'
import { onPath } from '../rig/proof/runners.ts'

type Files = Readonly<Record<string, string>>

/** One runner and a tiny project of its kind: what passes, fails, is skipped, cannot be loaded, or is not there. */
export interface RunnerKit {
  readonly name: string
  /** Why it cannot be played on this machine. */
  readonly missing: string | null
  readonly command: string
  /** What setup would have put into a room. */
  readonly links?: Files
  /** Variables of the user's that matter to it; its tools may lie in the user's home. */
  readonly variables?: Files
  readonly files: Files
  readonly says: readonly string[]
  /** Of the failed test: the lines that matter. */
  readonly message: readonly string[]
  /** What makes a part of the suite fail before any test of it runs, and what is said about that part. */
  readonly broken: { readonly files: Files; readonly says: readonly string[] }
  /** A project without a test. */
  readonly empty: { readonly files: Files; readonly says: readonly string[] | null }
  readonly control: { readonly beside: string; readonly subject: string; readonly says: string } | null
  /** A file that is run without the others. */
  readonly alone: string | null
}

/** Why a runner cannot be played here: the first of its programs that is not on the path. */
export const missing = (...programs: readonly string[]): string | null => {
  const absent = programs.find(program => !onPath(program))
  return absent === undefined ? null : `not run: ${absent} is not here`
}
/** Toolchains lie in the home of whoever installed them. */
export const HOME = { HOME: homedir() }
