import type { Ending } from '../../src/core/run/ending.ts'
import type { EscalationReason, Event, Recorded } from '../../src/core/run/event.ts'

/** Everything that stories can meet, by name: the compiler knows when one is missing. */
const EVENTS: Readonly<Record<Event['type'], true>> = {
  'run-opened': true,
  'branch-started': true,
  'baseline-started': true,
  'baseline-recorded': true,
  'baseline-accepted': true,
  'attempt-started': true,
  'agent-launched': true,
  'attempt-ended': true,
  'proof-started': true,
  'judge-asked': true,
  'judge-ended': true,
  'agent-paused': true,
  'agent-resumed': true,
  'proof-recorded': true,
  'task-triaged': true,
  'task-added': true,
  'task-escalated': true,
  'landing-started': true,
  'task-landed': true,
  'draft-merged': true,
  'merge-conflicted': true,
  'landing-refused': true,
  'branch-published': true,
  'publishing-refused': true,
  'task-held': true,
  'gates-waived': true,
  'task-approved': true,
  'task-retried': true,
  'task-skipped': true,
  'task-stopped': true,
  'task-told': true,
  'agent-told': true,
  'settings-changed': true,
  'plan-edited': true,
  'run-stopped': true,
  'run-resumed': true,
  'run-halted': true,
  'risk-decided': true,
  'run-finished': true,
}
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
  'quick-failed': true,
}

/** What stories have met, and how often. */
export class Coverage {
  readonly met = new Map<string, number>()

  add(records: readonly Recorded[]): void {
    for (const { event } of records) {
      this.count(`event ${event.type}`)
      if (event.type === 'attempt-ended') this.count(`ending ${event.ending.is}`)
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
  ...Object.keys(EVENTS).map(name => `event ${name}`),
  ...Object.keys(ENDINGS).map(name => `ending ${name}`),
  ...Object.keys(REASONS).map(name => `reason ${name}`),
]
