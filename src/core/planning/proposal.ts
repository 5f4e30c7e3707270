import type { FileLists, Kind, TaskType, Tier } from '../plan/plan.ts'
import type { ReadWords } from '../replanning/replanning-event.ts'

/** A criterion as a planner proposes it: a command and its expected result, or words. */
export interface ProposedCriterion {
  readonly command: string | null
  /** `exit 0`, a number, or the exact output. */
  readonly expect: string
  readonly text: string
}

/** A phase as a planner proposes it, before its tasks are known. */
export interface ProposedPhase {
  readonly title: string
  readonly goal: string
  /** The field of work: storage, display, documentation. */
  readonly domain: string
  /** The estimated number of its tasks. */
  readonly tasks: number
  /** Numbers of the phases that must be complete first, counted from one. */
  readonly needs: readonly number[]
  /** What holds when the whole phase is done. */
  readonly criteria: readonly ProposedCriterion[]
}

/** A task as a planner proposes it. */
export interface ProposedTask {
  readonly id: string
  readonly title: string
  readonly type: TaskType
  readonly kind: Kind | null
  readonly tier: Tier | null
  readonly needs: readonly string[]
  readonly steps: readonly string[]
  readonly mustNot: readonly string[]
  readonly references: readonly string[]
  readonly files: FileLists
  readonly criteria: readonly ProposedCriterion[]
  readonly tests: string
  readonly owner: string
  readonly estimate: string
  /** Criteria of a task that is being split which this part makes hold; absent elsewhere. */
  readonly covers?: readonly string[]
  /** It is too large for one session: its own plan is written when its turn comes. */
  readonly isParent: boolean
}

/** A command for a criterion that has none; without `criterion` it is a new one. */
export interface ProposedCheck extends ProposedCriterion {
  readonly task: string
  readonly criterion: string
}

/** What a planner or an auditor says about a task: a claim, never evidence. */
export interface ProposedStanding {
  readonly task: string
  readonly standing: 'EXISTS' | 'PARTIAL' | 'MISSING'
  readonly reason: string
  readonly evidence: readonly string[]
  /** What is there and can be extended. */
  readonly extensible: readonly string[]
}

/** A planner's whole answer; each question asks for some of its parts. */
export interface Proposal {
  readonly title: string
  readonly summary: string
  readonly context: readonly string[]
  readonly phases: readonly ProposedPhase[]
  readonly tasks: readonly ProposedTask[]
  readonly checks: readonly ProposedCheck[]
  readonly standings: readonly ProposedStanding[]
  /** How criteria without a command are read. */
  readonly clarity: readonly ReadWords[]
  /** Another text of one task, as lines of its document; empty if none was asked for. */
  readonly text: string
  /** What the planner is unsure of. */
  readonly unsure: readonly string[]
}

/** A planner's answer as far as it can be read. */
export type ProposalReading =
  | { readonly is: 'valid'; readonly proposal: Proposal; readonly text: string }
  | { readonly is: 'missing' }
  | { readonly is: 'invalid'; readonly problem: string; readonly text: string }
