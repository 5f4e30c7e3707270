import { isUnavailable, pauseAfter } from '../run/agent-pause.ts'
import type { Event } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import { pausedEvents } from '../run/triage.ts'
import type { BranchFinding, FinalReview } from './final-review.ts'
import type { ReleaseEvent } from './release-event.ts'
import { remediation } from './remediation.ts'

type Ended = Extract<ReleaseEvent, { type: 'final-review-ended' }>

/** A launch of the reviewer ended. One at its vendor's limit is asked later; one that never works degrades the review. */
export function reviewLaunchEnded(state: RunState, ended: Ended, now: number): readonly Event[] {
  const { agent, ending } = ended
  if (!isUnavailable(ending)) return [ended]
  const until = pauseAfter(state.troubles.get(agent), ending, now)
  const pause = pausedEvents(state, { agent, ending, until })
  if (until !== null) return [ended, ...pause]
  const review: FinalReview = { verdict: 'degraded', by: agent, problem: ending.problem }
  return [ended, ...pause, { type: 'final-review-recorded', tip: state.release.reviewing?.tip ?? state.tip!, review }]
}

/** A review as facts: its fix items become tasks, once in a run. */
export function reviewFinished(
  state: RunState,
  recorded: Extract<ReleaseEvent, { type: 'final-review-recorded' }>,
): readonly Event[] {
  const { review } = recorded
  if (review.verdict !== 'needs-fixes') return [recorded]
  const wanted = review.findings.filter(({ severity }) => severity !== 'note')
  const ordered = [...wanted.filter(isCritical), ...wanted.filter(finding => !isCritical(finding))]
  const opened = remediation(state, 'review', {
    remedies: ordered.map(remedyOf),
    reasons: ordered.map(({ title, place }) => `${title} (${place})`),
  })
  return opened.is === 'opened' ? [recorded, opened.event] : [recorded]
}

const isCritical = ({ severity }: BranchFinding): boolean => severity === 'critical'

const remedyOf = ({ title, detail, place, kind }: BranchFinding) => ({
  title: `Fix: ${title}`,
  kind,
  steps: [`Fix at ${place}: ${detail || title}`],
})
