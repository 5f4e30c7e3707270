import { concealedBySettings } from '../../core/plan/held-out.ts'
import { type Commit, runId, taskId } from '../../core/plan/ids.ts'
import { type PlannerQuestion, plannerBrief, type SentBack } from '../../core/planning/planner-brief.ts'
import type { Proposal } from '../../core/planning/proposal.ts'
import { describeEnding } from '../../core/run/triage.ts'
import type { AgentSpec, Config } from '../../core/settings/config.ts'
import { someOf } from '../../core/text/lists.ts'
import type { LaunchResult, WorkspaceId } from '../../ports.ts'
import { launchReader, type ReaderPorts } from '../compared-copy.ts'
import { Interrupted } from '../proof/suite/bench.ts'

/** How often a planner is asked the same question. */
const ROUNDS_MAX = 3

/** The planner, and the code that it plans for. */
export interface PlannerDesk {
  readonly agent: AgentSpec
  readonly config: Config
  readonly base: Commit
  /** Names its workspaces. */
  readonly session: string
  readonly token: string
  readonly signal: AbortSignal
  /** Paths that it must not see; by default those of the settings. */
  readonly conceal?: readonly string[]
  readonly onLaunch?: (launch: PlannerLaunch) => void | Promise<void>
  /** Why the budget does not allow another launch; null if it does. */
  readonly overBudget?: () => string | null
}

/** One launch of a planner: its purpose, how often it was asked, and its cost. */
export type PlannerLaunch = Pick<LaunchResult, 'meter' | 'durationMs' | 'ending'> & {
  readonly step: string
  readonly round: number
  /** Why the answer goes back; empty if it does not. */
  readonly problems: readonly string[]
}

/** What became of an answer: `value` is what there is, even if something is wrong with it. */
export interface Examined<T> {
  readonly value: T | null
  readonly problems: readonly string[]
}

/** The end of a question. */
export type PlannerEnd<T> =
  | { readonly is: 'accepted'; readonly value: T }
  /** Still wrong after all rounds. */
  | ({ readonly is: 'refused' } & Examined<T>)
  /** The agent cannot work: its program, its login, its vendor, the budget. */
  | { readonly is: 'unavailable'; readonly problem: string }

/** Asks until the answer is clean: each problem goes back to the planner with its answer. */
export async function askPlanner<T>(
  ports: ReaderPorts,
  desk: PlannerDesk,
  ask: {
    /** Names the question in the agent's environment: `phases`, `tasks`. */
    readonly step: string
    readonly question: Omit<PlannerQuestion, 'minutes'>
    readonly examine: (proposal: Proposal) => Promise<Examined<T>>
  },
): Promise<PlannerEnd<T>> {
  let sentBack: SentBack | null = null
  let best: Examined<T> = { value: null, problems: ['it was not asked'] }
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const short = desk.overBudget?.() ?? null
    if (short !== null && best.value === null) return { is: 'unavailable', problem: short }
    if (short !== null) return { is: 'refused', value: best.value, problems: [...best.problems, short] }
    const launched = await launch(ports, desk, { ...ask, round, sentBack })
    if (launched.is === 'unavailable') {
      const { problem, usage } = launched
      await desk.onLaunch?.({ ...usage, step: ask.step, round, problems: [problem] })
      return { is: 'unavailable', problem }
    }
    const { reading, changed, usage } = launched
    const refused = refusal(reading, changed)
    const examined: Examined<T> =
      reading.is === 'valid' && refused === null
        ? await ask.examine(reading.proposal)
        : { value: null, problems: [refused ?? 'there is no answer'] }
    await desk.onLaunch?.({ ...usage, step: ask.step, round, problems: examined.problems })
    if (examined.problems.length === 0 && examined.value !== null) return { is: 'accepted', value: examined.value }
    // An answer that can be shown is worth more than a later one that cannot.
    if (examined.value !== null || best.value === null) best = examined
    sentBack = { text: reading.is === 'missing' ? '' : reading.text, problems: examined.problems }
  }
  return { is: 'refused', ...best }
}

type Reading = NonNullable<LaunchResult['proposal']>

function refusal(reading: Reading, changed: readonly string[]): string | null {
  if (changed.length > 0) return `you changed files (${someOf(changed)}): a planner changes nothing`
  if (reading.is === 'missing') return 'there is no result file'
  return reading.is === 'invalid' ? `the result file cannot be read: ${reading.problem}` : null
}

type Usage = Pick<LaunchResult, 'meter' | 'durationMs' | 'ending'>

type Launched =
  | { readonly is: 'unavailable'; readonly problem: string; readonly usage: Usage }
  | {
      readonly is: 'answered'
      readonly reading: Reading
      readonly changed: readonly string[]
      readonly usage: Usage
    }

/** One launch, and what it left. */
async function launch(
  ports: ReaderPorts,
  desk: PlannerDesk,
  on: {
    readonly step: string
    readonly question: Omit<PlannerQuestion, 'minutes'>
    readonly round: number
    readonly sentBack: SentBack | null
  },
): Promise<Launched> {
  const { agent, config, base, token, signal } = desk
  const id: WorkspaceId = { run: runId(desk.session), task: taskId(on.step), attempt: on.round, judge: token }
  const minutes = config.roles?.planner?.minutes ?? config.limits.attemptMinutes
  const { prompt, files } = plannerBrief(config, { ...on.question, minutes }, on.sentBack)
  const { launched, changed } = await launchReader(ports, {
    ...{ id, agent, role: 'planner', prompt, files, config, base, from: null, token, minutes, signal },
    conceal: desk.conceal ?? concealedBySettings(config),
  })
  const { ending, durationMs, meter, proposal = { is: 'missing' } } = launched
  if (ending.is === 'stopped') throw new Interrupted()
  const usage: Usage = { ending, durationMs, ...(meter ? { meter } : {}) }
  // An answer counts however its program ended; without one the ending says why.
  if (proposal.is === 'missing' && changed.length === 0 && (ending.is !== 'exited' || ending.code !== 0))
    return { is: 'unavailable', problem: `${agent.name}: ${describeEnding(ending)}`, usage }
  return { is: 'answered', reading: proposal, changed, usage }
}
