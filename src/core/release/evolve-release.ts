import { isRedGate } from '../handover/release-problem.ts'
import { withRemedies } from '../integration/evolve-integration.ts'
import { isUnavailable } from '../run/agent-pause.ts'
import { heardOf } from '../run/evolve-agent.ts'
import { type RunState, type TaskRun, untouched } from '../run/state.ts'
import type { ReleaseEvent } from './release-event.ts'
import { landingsIn } from './reviewed.ts'

type Fact<T extends ReleaseEvent['type']> = Extract<ReleaseEvent, { type: T }>

export function finalReviewStarted(state: RunState, event: Fact<'final-review-started'>, at: number): RunState {
  const { tip, agent, token, prompt } = event
  const { reviewing: earlier } = state.release
  const tries = (earlier?.tip === tip ? earlier.tries : 0) + 1
  const reviewing = { tip, agent, token, prompt, startedAt: at, landings: landingsIn(state), tries }
  return { ...state, release: { ...state.release, reviewing } }
}

export function finalReviewEnded(state: RunState, event: Fact<'final-review-ended'>): RunState {
  const { agent, ending, durationMs, meter } = event
  const { release } = state
  const launch = { review: release.reviews.length + 1, agent, durationMs, ...(meter ? { meter } : {}) }
  const isAsked = ending.is !== 'stopped' && !isUnavailable(ending)
  const reviewing = release.reviewing && { ...release.reviewing, tries: release.reviewing.tries - (isAsked ? 0 : 1) }
  const next = { ...state, release: { ...release, reviewing, launches: [...release.launches, launch] } }
  return heardOf(next, agent, { ending, launchedAt: release.reviewing?.startedAt ?? state.lastAt })
}

export function finalReviewRecorded(state: RunState, event: Fact<'final-review-recorded'>, at: number): RunState {
  const { tip, review } = event
  const { release } = state
  // Whatever landed while the reviewer looked at an earlier commit was not reviewed.
  const landings = release.reviewing?.tip === tip ? release.reviewing.landings : landingsIn(state)
  const record = { at, tip, landings, review }
  return { ...state, release: { ...release, reviewing: null, reviews: [...release.reviews, record] } }
}

/** The opened tasks come after all others, and no other task waits for them. */
export function remediationOpened(state: RunState, event: Fact<'remediation-opened'>, at: number): RunState {
  const { cause, tasks: opened } = event
  const added = opened.map(
    (task): TaskRun => ({
      ...untouched(task),
      added: { parent: null, at, trigger: cause, scope: '' },
      decisions: [{ at, fact: event }],
    }),
  )
  const tasks = [...state.tasks, ...added]
  const { release } = state
  const remediations = [
    ...release.remediations,
    { cause, at, reviews: release.reviews.length, tasks: opened.map(({ id }) => id) },
  ]
  const next: RunState = {
    ...state,
    tasks,
    index: new Map(tasks.map((run, position) => [run.task.id, position])),
    plan: { ...state.plan, tasks: tasks.map(run => run.task) },
    release: { ...release, remediations },
  }
  const ids = opened.map(({ id }) => id)
  return cause === 'integration' ? withRemedies(next, ids) : next
}

export const releaseGateStarted = (state: RunState, { token }: Fact<'release-gate-started'>): RunState => ({
  ...state,
  release: { ...state.release, gateToken: token },
})

export const releaseGateRecorded = (state: RunState, event: Fact<'release-gate-recorded'>, at: number): RunState => ({
  ...state,
  release: { ...state.release, gateToken: null, gate: { at, proof: event.proof } },
})

export const releaseStarted = (
  state: RunState,
  { type: _, ...writing }: Fact<'release-started'>,
  at: number,
): RunState => ({ ...state, release: { ...state.release, writing: { ...writing, at } } })

/** The manifest may be a commit of its own, which is the tip from then on. */
export const releaseWritten = (
  state: RunState,
  { type: _, record, ...written }: Fact<'release-written'>,
): RunState => ({
  ...state,
  tip: written.tip,
  record: record ?? state.record,
  // A manifest beside the branch leaves its tip as it was, and the user has an older copy of the files there.
  published: record === undefined || state.published !== written.tip ? state.published : null,
  release: { ...state.release, writing: null, written },
})

/** A human continues the run: a red gate runs again, because the machine or the base branch may be another one now. */
export function withoutRedGate(state: RunState): RunState['release'] {
  const { release } = state
  return release.gate && isRedGate(state, release.gate.proof) ? { ...release, gate: null } : release
}
