import { fitsBudget, purseOf } from '../../core/money/budget.ts'
import { priced } from '../../core/money/cost.ts'
import { concealedIn } from '../../core/plan/held-out.ts'
import { type Commit, type Tree, taskId } from '../../core/plan/ids.ts'
import { bookkeepingPaths } from '../../core/plan/make-contract.ts'
import type { FinalReview, FinalReviewAnswer } from '../../core/release/final-review.ts'
import { finalReviewPlan, REVIEW_LAUNCHES_MAX } from '../../core/release/final-reviewer.ts'
import { invariant } from '../../core/result.ts'
import { isUnavailable } from '../../core/run/agent-pause.ts'
import type { Effect } from '../../core/run/effect.ts'
import type { Event } from '../../core/run/event.ts'
import type { Observation } from '../../core/run/input.ts'
import type { RunState } from '../../core/run/state.ts'
import { describeEnding } from '../../core/run/triage.ts'
import type { AgentSpec } from '../../core/settings/config.ts'
import { finalReviewBrief } from '../../core/told/final-review-brief.ts'
import type { Ports, WorkspaceId } from '../../ports.ts'
import { launchReader } from '../compared-copy.ts'
import { existsInAny } from '../proof/judge/citations.ts'

type ReviewBranch = Extract<Effect, { type: 'review-branch' }>

/** The facts that must be in the journal before a reviewer is launched; none if no reviewer is asked. */
export async function beginReview(ports: Ports, state: RunState, { tip }: ReviewBranch): Promise<readonly Event[]> {
  const plan = finalReviewPlan(state)
  if (!('ask' in plan)) return []
  const trees = await reviewedTrees(ports, state, tip)
  const diff = await ports.vault.patch(trees.base, trees.tip)
  const { prompt } = finalReviewBrief(state, { diff, minutes: minutesOf(state) })
  return [{ type: 'final-review-started', tip, agent: plan.ask.name, token: ports.ids.token(), prompt }]
}

const workspaceOf = ({ opened }: RunState, number: number, token: string): WorkspaceId => ({
  run: opened.runId,
  task: taskId('final-review'),
  attempt: number,
  judge: token,
})

/** Ends the review of a pm-agent that died, and removes its copy of the files; it starts again if it is still wanted. */
export async function endAbandonedReview({ agents, workspaces }: Ports, state: RunState): Promise<void> {
  const { reviewing, reviews } = state.release
  if (!reviewing) return
  await agents.reap(reviewing.token, null)
  await workspaces.discard(workspaceOf(state, reviews.length + 1, reviewing.token))
}

/** Reviews the whole branch; null if it was interrupted, or its agent has to be asked later. */
export async function reviewBranch(
  ports: Ports,
  state: RunState,
  effect: ReviewBranch,
  options: {
    readonly signal: AbortSignal
    /** The state before this launch was recorded. */
    readonly before: RunState
    readonly observe: (observation: Observation) => Promise<void>
  },
): Promise<Observation | null> {
  const plan = finalReviewPlan(options.before)
  const recorded = (review: FinalReview): Observation => ({ type: 'final-review-recorded', tip: effect.tip, review })
  if ('skip' in plan) return recorded({ verdict: 'skipped', ...plan.skip })
  if ('spent' in plan) {
    const problem = `pm-agent ended during its ${REVIEW_LAUNCHES_MAX} launches, and it did not answer`
    return recorded({ verdict: 'degraded', by: plan.spent.name, problem })
  }
  const by = plan.ask.name
  const { reviewing } = state.release
  invariant(reviewing, 'a review is recorded as begun before its reviewer is launched')
  const { tip, agent, token, prompt } = reviewing
  let problem = 'it was not asked'
  let spentUsd = 0
  for (let { tries } = reviewing; tries <= REVIEW_LAUNCHES_MAX; tries++) {
    if (tries > reviewing.tries) await options.observe({ type: 'final-review-started', tip, agent, token, prompt })
    const heard = await ask(ports, state, effect, { ...options, agent: plan.ask })
    if (heard === null) return null
    if ('answer' in heard) return recorded({ by, ...heard.answer })
    problem = heard.problem
    spentUsd += heard.usd ?? 0
    if (heard.isFinal || !fitsBudget(purseOf(state).leftUsd - spentUsd, heard.usd)) break
  }
  return recorded({ verdict: 'degraded', by, problem })
}

/** `usd`: the cost of the launch; null if it is unknown. */
type Heard =
  | { readonly answer: FinalReviewAnswer }
  | { readonly problem: string; readonly isFinal: boolean; readonly usd: number | null }

/** One launch, and its verdict as far as it can be used. */
async function ask(
  ports: Ports,
  state: RunState,
  { tip, number }: ReviewBranch,
  options: Parameters<typeof reviewBranch>[3] & { readonly agent: AgentSpec },
): Promise<Heard | null> {
  const { config, release } = state
  invariant(release.reviewing, 'a review is recorded as begun before its reviewer is launched')
  const { prompt, token } = release.reviewing
  const minutes = minutesOf(state)
  const { files } = finalReviewBrief(state, { diff: '', minutes })
  const { agent, signal } = options
  const { launched, changed } = await launchReader(ports, {
    ...{ agent, role: 'final-reviewer', prompt, files, minutes, config, token, signal },
    ...{ id: workspaceOf(state, number, token), base: tip, from: null, conceal: concealedIn(state) },
  })
  const { ending, finalReview: reading, durationMs, meter } = launched
  await options.observe({
    type: 'final-review-ended',
    agent: agent.name,
    ending,
    durationMs,
    ...(meter ? { meter } : {}),
  })
  if (ending.is === 'stopped' || isUnavailable(ending)) return null
  const { usd } = priced({ attempt: number, purpose: 'review', agent: agent.name }, meter)
  const failed = (problem: string): Heard => ({ problem, isFinal: false, usd })
  if (changed.length > 0)
    return { problem: `it changed ${changed.join(', ')}: its verdict does not count`, isFinal: true, usd }
  if (ending.is !== 'exited' || ending.code !== 0) return failed(describeEnding(ending))
  if (!reading || reading.is === 'missing') return failed('it left no verdict')
  if (reading.is === 'invalid') return failed(`its verdict cannot be read: ${reading.problem}`)
  const problem = await misplaced(ports, reading.answer, await reviewedTrees(ports, state, tip))
  return problem === null ? { answer: reading.answer } : failed(problem)
}

const minutesOf = ({ config }: RunState): number =>
  config.roles?.['final-reviewer']?.minutes ?? config.limits.attemptMinutes

interface Trees {
  readonly base: Tree
  readonly tip: Tree
}

/** The code before the run and after it, without our own files. */
async function reviewedTrees({ vault }: Ports, state: RunState, tip: Commit): Promise<Trees> {
  const { base } = state.opened
  const ours = bookkeepingPaths(state)
  return {
    base: await vault.without(base ? await vault.treeOf(base) : await vault.emptyTree(), ours),
    tip: await vault.without(await vault.treeOf(tip), ours),
  }
}

/** The problem with the locations of findings: each must exist, if only in the old code. Null if all do. */
async function misplaced(
  { vault }: Ports,
  { findings }: FinalReviewAnswer,
  { base, tip }: Trees,
): Promise<string | null> {
  for (const { place } of findings)
    if (!(await existsInAny(vault, [tip, base], place))) return `it cites ${place}, which does not exist`
  return null
}
