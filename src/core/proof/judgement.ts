/** What a judge says of one criterion, and where in the code it looked. */
export interface CriterionJudgement {
  readonly id: string
  readonly status: 'PASS' | 'FAIL'
  readonly reason: string
  /** `path:line`, each of which has to exist. */
  readonly evidence: readonly string[]
}

interface Violation {
  readonly rule: string
  readonly evidence: string
  /** Only a critical one stops the task; a warning is written down. */
  readonly severity: 'critical' | 'warning'
}

/** Why a task cannot be finished within its own scope. */
export const BLOCKAGES = ['scope_violation', 'dod_gap', 'dependency_missing'] as const
type Blockage = (typeof BLOCKAGES)[number]

/** A task that the plan lacks, as a judge suggests it. */
export interface Adaptation {
  readonly blockage: Blockage
  readonly title: string
  readonly reason: string
  readonly steps: readonly string[]
  readonly justification: string
  /** Criteria that cannot be met within the scope: ids, or words of them. */
  readonly dodRelated: readonly string[]
  /** Whether the work would keep to what the task must not do. */
  readonly withinScope: boolean
}

/** An expectation of an existing test that changed, and the sentence of the task (its id) that asks for it. */
interface ConfirmedChange {
  readonly file: string
  readonly sentence: string
  readonly reason: string
}

/** The whole answer of a judge, validated and otherwise unbelieved: it can veto, and nothing else. */
export interface Judgement {
  readonly status: 'VERIFIED' | 'FAILED'
  readonly criteria: readonly CriterionJudgement[]
  readonly violations: readonly Violation[]
  readonly suspiciousPasses: readonly string[]
  readonly undocumentedChanges: readonly string[]
  readonly missingContext: readonly string[]
  readonly adaptation: Adaptation | null
  readonly confirmedChanges: readonly ConfirmedChange[]
}

/** What was found where a judge has to leave its answer. */
export type JudgementReading =
  | { readonly is: 'valid'; readonly judgement: Judgement }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** What stays of a judgement on the receipt besides its gates: nothing of it blocks. */
export interface Judged {
  readonly by: string
  readonly warnings: readonly string[]
  readonly undocumentedChanges: readonly string[]
  readonly missingContext: readonly string[]
  readonly adaptation: Adaptation | null
}
