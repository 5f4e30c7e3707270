import type { EscalationReason } from '../../src/core/decisions/escalation-reason.ts'
import { EVENT_TYPES } from '../../src/core/journal/event-types.ts'
import type { FinalReview } from '../../src/core/release/final-review.ts'
import type { Ending } from '../../src/core/run/ending.ts'
import type { Recorded } from '../../src/core/run/event.ts'

/** Everything else that stories can meet, by name: the compiler knows when one is missing. */
const ENDINGS: Readonly<Record<Ending['is'], true>> = {
  exited: true,
  signalled: true,
  'timed-out': true,
  idle: true,
  'output-limit': true,
  'too-much-memory': true,
  'too-many-processes': true,
  'could-not-start': true,
  'agent-error': true,
  'usage-limit': true,
  overloaded: true,
  stopped: true,
  lost: true,
}
const REASONS: Readonly<Record<EscalationReason, true>> = {
  'fixes-spent': true,
  'same-failure': true,
  'relaunches-spent': true,
  'launches-spent': true,
  'agent-blocked': true,
  'agent-contradiction': true,
  unproven: true,
  'changes-tests': true,
  question: true,
  tampering: true,
  'verification-failed': true,
  forbidden: true,
  adaptation: true,
  'judge-crashed': true,
  'judge-wrote': true,
  environment: true,
  'agent-unavailable': true,
  'agent-cannot-start': true,
  'no-progress': true,
  stopped: true,
  held: true,
  ambiguous: true,
  'review-wanted': true,
  'review-degraded': true,
  rejected: true,
  rewriting: true,
  'text-proposed': true,
  'revisions-spent': true,
  'quick-failed': true,
  'sub-plan-missing': true,
  'too-large': true,
}

const REVIEWS: Readonly<Record<FinalReview['verdict'], true>> = {
  ship: true,
  'needs-fixes': true,
  skipped: true,
  degraded: true,
}

/** What stories have met, and how often. */
export class Coverage {
  readonly met = new Map<string, number>()

  add(records: readonly Recorded[]): void {
    for (const { event } of records) {
      this.count(`event ${event.type}`)
      if (event.type === 'attempt-ended') this.count(`ending ${event.ending.is}`)
      if (event.type === 'final-review-recorded') this.count(`final review ${event.review.verdict}`)
      if (event.type === 'task-escalated') this.count(`reason ${event.reason}`)
    }
  }

  count(what: string, times = 1): void {
    this.met.set(what, (this.met.get(what) ?? 0) + times)
  }

  /** What no story met. */
  missing(): readonly string[] {
    return everything().filter(what => !this.met.has(what))
  }
}

export const everything = (): readonly string[] => [
  ...Object.keys(EVENT_TYPES).map(name => `event ${name}`),
  ...Object.keys(ENDINGS).map(name => `ending ${name}`),
  ...Object.keys(REASONS).map(name => `reason ${name}`),
  ...Object.keys(REVIEWS).map(name => `final review ${name}`),
]
