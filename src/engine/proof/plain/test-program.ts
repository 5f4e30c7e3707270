/** Tests as parts of a program, for languages that are compiled. */
import type { ProbeGround, ProbeProgram } from '../witness/compiled/probe.ts'

/** A test that passes under its runner, as a part of a program. */
export interface PlainTest {
  readonly id: string
  readonly name: string
}

interface TestProgram extends Omit<ProbeProgram, 'inTests'> {
  readonly tests: readonly PlainTest[]
}

export interface TestGround extends Omit<ProbeGround, 'values'> {
  /** Whether a test passes under its runner. */
  hasPassed(file: string, name: string): boolean
}

/** Null if these files hold no test that can be a part of a program. */
export type MakeTestProgram = (files: readonly string[], on: TestGround) => Promise<TestProgram | null>
