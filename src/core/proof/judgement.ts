import type { ContestJudgement } from '../tester/blind-tests.ts'

/** A judge's verdict on one criterion, with locations in the code. */
export interface CriterionJudgement {
  readonly id: string
  readonly status: 'PASS' | 'FAIL'
  readonly reason: string
  /** `path:line`; each must exist. */
  readonly evidence: readonly string[]
}

interface Violation {
  readonly rule: string
  readonly evidence: string
  /** Only a critical one stops the task; a warning is recorded. */
  readonly severity: 'critical' | 'warning'
}

/** Reasons why a task cannot be finished within its own scope. */
export const BLOCKAGES = ['scope_violation', 'dod_gap', 'dependency_missing'] as const
type Blockage = (typeof BLOCKAGES)[number]

/** A missing task that a judge suggests. */
export interface Adaptation {
  readonly blockage: Blockage
  readonly title: string
  readonly reason: string
  readonly steps: readonly string[]
  readonly justification: string
  /** Criteria that cannot be met within the scope: ids or texts. */
  readonly dodRelated: readonly string[]
  /** Whether the work would respect the task's limits. */
  readonly withinScope: boolean
}

/** An expectation of an existing test that changed, and the sentence of the task (its id) that asks for it. */
interface ConfirmedChange {
  readonly file: string
  readonly sentence: string
  readonly reason: string
}

/** The whole answer of a judge, validated but not trusted: it can only veto. */
export interface Judgement {
  readonly status: 'VERIFIED' | 'FAILED'
  readonly criteria: readonly CriterionJudgement[]
  readonly violations: readonly Violation[]
  readonly suspiciousPasses: readonly string[]
  readonly undocumentedChanges: readonly string[]
  readonly missingContext: readonly string[]
  readonly adaptation: Adaptation | null
  readonly confirmedChanges: readonly ConfirmedChange[]
  /** Its decision about an expectation of the tester that the author contests; absent if it was not asked, or did not decide. */
  readonly contest?: ContestJudgement
}

/** The contents of the judge's answer file. */
export type JudgementReading =
  | { readonly is: 'valid'; readonly judgement: Judgement }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** Parts of a judgement on the receipt besides its gates; they never block. */
export interface Judged {
  readonly by: string
  readonly warnings: readonly string[]
  readonly undocumentedChanges: readonly string[]
  readonly missingContext: readonly string[]
  readonly adaptation: Adaptation | null
}
