import type { TaskId } from '../plan/ids.ts'
import type { AgentSpec, Config } from '../settings/config.ts'

/** Launches of a diagnoser for one failure. */
export const DIAGNOSIS_LAUNCHES_MAX = 2

/** A diagnoser's answer, validated but not trusted. */
export interface DiagnosisAnswer {
  /** The task whose change is the cause, as it names it; null if it cannot tell. */
  readonly suspect: string | null
  readonly cause: string
  /** `path:line` of the cause. */
  readonly place: string
  /** Further locations. */
  readonly evidence: readonly string[]
  readonly fix: string
}

/** The contents of a diagnoser's answer file. */
export type DiagnosisReading =
  | { readonly is: 'valid'; readonly answer: DiagnosisAnswer }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** The result of asking about a failed integration test: a claim about its cause, or the reason why there is none. */
export type Diagnosis =
  | ({ readonly by: string; readonly suspect: TaskId | null } & Omit<DiagnosisAnswer, 'suspect'>)
  | { readonly by: string; readonly problem: string }

/** The diagnoser of a run: only a named one. */
export const diagnoserOf = ({ roles, quick }: Pick<Config, 'roles' | 'quick'>): AgentSpec | null =>
  quick ? null : (roles?.diagnoser?.agent ?? null)
