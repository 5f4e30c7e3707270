/** Tests as parts of a program, for languages that are compiled. */
import type { TreeEdit } from '../../../ports.ts'

/** A test that passes under its runner, as a part of a program. */
export interface PlainTest {
  readonly id: string
  readonly name: string
}

interface TestProgram {
  readonly edits: readonly TreeEdit[]
  readonly tests: readonly PlainTest[]
  /** Builds the program into the folder `$out`. */
  readonly build: string
  /** Its path below `$out`. */
  readonly program: string
}

export interface TestGround {
  readonly list: readonly string[]
  readText(path: string): Promise<string | null>
  /** In every name that is added. */
  readonly mark: string
  /** Whether a test passes under its runner. */
  hasPassed(file: string, name: string): boolean
}

/** Null if these files hold no test that can be a part of a program. */
export type MakeTestProgram = (files: readonly string[], on: TestGround) => Promise<TestProgram | null>
