/** Tests of a tester: an agent that knows contract and base, and never sees the change. */

import type { Tree } from '../plan/ids.ts'

/** The gate of a tester's tests. */
export const TESTER_GATE = 'tester'

/** One test as its author describes it. */
export interface BlindTest {
  /** The name of the test in its file: a sentence about behaviour. */
  readonly name: string
  /** The id of the sentence of the task that it checks. */
  readonly sentence: string
}

/** The answer file of a tester, validated but not trusted. */
interface TesterAnswer {
  readonly status: 'WRITTEN' | 'NOTHING_TO_TEST'
  readonly tests: readonly BlindTest[]
  readonly reason: string
}

/** The contents of the tester's answer file. */
export type TesterReading =
  | { readonly is: 'valid'; readonly answer: TesterAnswer }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** The answer of a tester with the new test files that it left. */
export interface BlindTests extends TesterAnswer {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /** Everything else that it changed; it does not count. */
  readonly ignored: readonly string[]
}

/** The use of a tester's tests on a draft; part of the receipt, for people only. */
export interface BlindRun {
  readonly by: string
  /** The base with the tests, and the ref of the vault that keeps it. */
  readonly tree: Tree
  readonly ref: string
  readonly paths: readonly string[]
  readonly ignored: readonly string[]
  /** Tests that fail without the change. */
  readonly red: number
  /** Tests that pass without it and only protect what is there. */
  readonly kept: number
  /** The behaviours that differ, by the names of their tests. */
  readonly failing: readonly string[]
  /** Tests that show nothing, each with the reason: they do not load, or do not repeat. */
  readonly unusable: readonly string[]
}

/** An author's objection to the expectation of a tester. */
export interface Contest {
  /** The sentence of the task, or its id, that the author relies on. */
  readonly sentence: string
  readonly reason: string
}

/** A judge's decision about it. */
export interface ContestJudgement {
  /** Whether the task asks for the behaviour that the tests expect. */
  readonly required: boolean
  /** The id of the sentence that decides it. */
  readonly sentence: string
  readonly reason: string
}
