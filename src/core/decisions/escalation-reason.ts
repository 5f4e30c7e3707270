/** Why a task was given to a human. */
export type EscalationReason =
  | 'fixes-spent'
  | 'same-failure'
  | 'relaunches-spent'
  | 'launches-spent'
  | 'agent-blocked'
  | 'agent-contradiction'
  | 'unproven'
  /** Tests that passed before fail now. */
  | 'changes-tests'
  /** Another change that may be intended or not. */
  | 'question'
  /** The checks themselves were changed. */
  | 'tampering'
  | 'verification-failed'
  /** It does what its contract forbids. */
  | 'forbidden'
  /** It cannot be finished within its scope, and only a human may add the needed task. */
  | 'adaptation'
  | 'judge-crashed'
  | 'judge-wrote'
  | 'environment'
  /** The agent was launched repeatedly and could not work. */
  | 'agent-unavailable'
  /** Its program cannot be started: one question for all tasks of the agent. */
  | 'agent-cannot-start'
  /** Agents submit files that were refused before. */
  | 'no-progress'
  /** A human stopped it. */
  | 'stopped'
  /** Proven, and its plan requires a review by a human before it lands. */
  | 'held'
  /** Its contract cannot be kept as it is written, and no agent was launched. */
  | 'ambiguous'
  /** Proven, and by `review` of the settings a human looks at it before it lands. */
  | 'review-wanted'
  /** Its reviewer gave no usable answer, so it was not reviewed. */
  | 'review-degraded'
  /** A human refused its text, and it waits for another one. */
  | 'rejected'
  /** A human refused its text, and the planner writes another one. */
  | 'rewriting'
  /** The planner wrote another text for a task whose text a human refused; the human takes it or not. */
  | 'text-proposed'
  /** A human asked for changes more often than `limits.revisions`: it is paused. */
  | 'revisions-spent'
  /** Quick mode stops at the first failure. */
  | 'quick-failed'
  /** It is too large for one session, and it could not be divided. */
  | 'too-large'
  /** Its turn has come, and its sub-plan is not written. */
  | 'sub-plan-missing'
