import type { TaskId } from '../plan/ids.ts'
import type { Tier } from '../plan/plan.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { tieringOf } from './task-tier.ts'
import { reasonWords } from './tier-words.ts'

type RiskStatus = 'open' | 'mitigated' | 'accepted'

/** A risk of a task: named by its agent, or seen in the facts. */
export interface Risk {
  /** `3-r1` for the first that the agents of task 3 named, `3-s1` for the first that was seen. */
  readonly id: string
  readonly task: TaskId
  readonly description: string
  readonly severity: Tier
  readonly status: RiskStatus
  /** Who decided about it, and why; null while it is open. */
  readonly decision: { readonly by: string; readonly note: string } | null
}

/** The risks of a task: those that its agents named first, then those that the facts show. */
export function risksOf(state: Pick<RunState, 'config'>, run: TaskRun): readonly Risk[] {
  if (run.attempts.length === 0) return []
  const { id } = run.task
  const severity = tieringOf(state, run).tier
  const listed = (descriptions: readonly string[], letter: string): readonly Risk[] =>
    [...new Set(descriptions)].map((description, at) => {
      const decided = decisionAbout(run, description)
      return {
        id: `${id}-${letter}${at + 1}`,
        task: id,
        description,
        severity,
        status: decided?.status ?? 'open',
        decision: decided && { by: decided.by, note: decided.note },
      }
    })
  return [...listed(named(run), 'r'), ...listed(seen(state, run), 's')]
}

const SEVERITIES: readonly Tier[] = ['critical', 'normal', 'low']

/** Every risk of a run, the most severe first, then in the order of the plan. What was skipped is not on the branch, and risks nothing. */
export const allRisks = (state: RunState): readonly Risk[] =>
  state.tasks
    .flatMap(run => (run.stage.is === 'skipped' ? [] : risksOf(state, run)))
    .toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity))

/** A decision holds for the risk as it was described: its number may be another one after a later attempt. */
function decisionAbout(run: TaskRun, description: string) {
  const facts = run.decisions.flatMap(({ fact }) => (fact.type === 'risk-decided' ? [fact] : []))
  return facts.findLast(fact => fact.description === description) ?? null
}

const named = (run: TaskRun): readonly string[] =>
  run.attempts.flatMap(({ ended }) => {
    if (ended?.reading.is !== 'valid') return []
    const { risks, reviewNote } = ended.reading.report
    return [...risks, ...(reviewNote?.risks ?? [])]
  })

/** What was let pass, what landed without a proof, and interfaces that others may use. */
function seen(state: Pick<RunState, 'config'>, run: TaskRun): readonly string[] {
  const waived = run.waivers
    .filter(({ as }) => as !== 'approved')
    .flatMap(({ gates, note }) => gates.map(({ gate, verdict }) => `${gate} (${verdict}) was waived: ${note}`))
  const interfaces = tieringOf(state, run)
    .reasons.filter(({ from }) => from === 'interface')
    .map(reasonWords)
  const isUnproven = run.stage.is === 'completed' && run.stage.outcome === 'unverified'
  return [...waived, ...interfaces, ...(isUnproven ? ['it landed without a proof (quick mode)'] : [])]
}
