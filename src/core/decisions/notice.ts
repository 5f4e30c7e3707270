import { releaseQuestion } from '../handover/release-words.ts'
import type { Recorded } from '../run/event.ts'
import { type RunState, taskRun } from '../run/state.ts'
import { type Escalation, escalationFor } from '../shown/escalation.ts'
import type { EscalationReason } from './escalation-reason.ts'

/** A message that a human is needed, for a command of the user's. Names are those of the documented JSON. */
export interface Notice {
  readonly kind: 'escalation' | 'halted'
  /** Two notices with the same cause are one question. */
  readonly cause: string
  readonly run: string
  readonly plan: string
  readonly title: string
  readonly task: string | null
  readonly reason: string
  readonly problem: string
  readonly impact: string | null
  readonly options: readonly { readonly number: number; readonly words: string; readonly command: string | null }[]
  readonly recommended: number | null
  readonly blocking: boolean
}

/** The notice for a fact; null if no human is needed, or if the human who would read it just made the decision. */
export function noticeFor({ event, version }: Recorded, state: RunState): Notice | null {
  const { opened, plan } = state
  const about = { run: opened.runId, plan: opened.place.path, title: plan.title }
  if (event.type === 'run-halted')
    return {
      kind: 'halted',
      cause: `halted ${version}`,
      ...about,
      task: null,
      reason: event.reason ?? 'machine',
      problem: event.problem,
      impact: 'nothing continues until you call pm-agent run again',
      options: event.hints.map((words, at) => ({ number: at + 1, words, command: null })),
      recommended: event.hints.length > 0 ? 1 : null,
      blocking: true,
    }
  if (event.type !== 'task-escalated' || OWN_DECISIONS.has(event.reason)) return null
  const run = taskRun(state, event.task)
  if (run.stage.is !== 'escalated') return null
  // One program that cannot be started is one question, however many tasks need it.
  const cause = event.reason === 'agent-cannot-start' ? event.reasons.join('; ') : `task ${event.task} ${version}`
  const question = asked(escalationFor(state, run, run.stage))
  return { kind: 'escalation', cause, ...about, task: event.task, reason: event.reason, ...question }
}

/** The notice about a branch that cannot be released; null if it can, or if tasks repair it. */
export function releaseNotice(state: RunState): Notice | null {
  const question = releaseQuestion(state)
  if (!question) return null
  const about = { run: state.opened.runId, plan: state.opened.place.path, title: state.plan.title, task: null }
  return { kind: 'escalation', cause: `release ${state.tip}`, ...about, reason: 'release', ...asked(question) }
}

const asked = ({ problem, impact, options, recommended, blocking }: Escalation) => ({
  problem,
  impact,
  options: options.map(({ words, command }, at) => ({ number: at + 1, words, command })),
  recommended: recommended + 1,
  blocking,
})

/** Reasons that a human caused: no notice is needed. */
const OWN_DECISIONS: ReadonlySet<EscalationReason> = new Set(['stopped', 'rejected', 'rewriting', 'revisions-spent'])
