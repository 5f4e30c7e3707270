import { homedir } from 'node:os'
import { onPath } from '../rig/proof/runners.ts'

type Files = Readonly<Record<string, string>>

/** One runner and a tiny project for it: tests that pass, fail, are skipped, cannot be loaded, or are missing. */
export interface RunnerKit {
  readonly name: string
  /** Why it is unavailable on this machine. */
  readonly missing: string | null
  readonly command: string
  /** Files that setup would have put into a room. */
  readonly links?: Files
  /** The user's variables that it needs; its tools may be in the user's home. */
  readonly variables?: Files
  readonly files: Files
  readonly says: readonly string[]
  /** The important lines of the failed test. */
  readonly message: readonly string[]
  /** Breaks a part of the suite before any test of it runs, and the resulting report. */
  readonly broken: { readonly files: Files; readonly says: readonly string[] }
  /** A project without a test. */
  readonly empty: { readonly files: Files; readonly says: readonly string[] | null }
  readonly control: { readonly beside: string; readonly subject: string; readonly says: string } | null
  /** A file that runs without the others. */
  readonly alone: string | null
}

/** Why a runner is unavailable: the first of its programs that is not on the PATH. */
export const missing = (...programs: readonly string[]): string | null => {
  const absent = programs.find(program => !onPath(program))
  return absent === undefined ? null : `not run: ${absent} is not here`
}
/** Toolchains are in the home of the user who installed them. */
export const HOME = { HOME: homedir() }
