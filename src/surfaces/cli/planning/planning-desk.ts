import { join } from 'node:path'
import { readPrompts } from '../../../adapters/config/prompts.ts'
import type { TaskFacts } from '../../../core/intake/standing.ts'
import { type LaunchCost, priced } from '../../../core/money/cost.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import type { Check, Plan, Task } from '../../../core/plan/plan.ts'
import { planningBudgetWords } from '../../../core/planning/planning-budget.ts'
import { evolve } from '../../../core/run/evolve.ts'
import { fold, type RunState } from '../../../core/run/state.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import { type AgentSpec, type Config, fittingsOf } from '../../../core/settings/config.ts'
import { plural } from '../../../core/text/lists.ts'
import { sharedContextText } from '../../../core/told/shared-context.ts'
import { readSharedContext } from '../../../engine/context/shared-context.ts'
import { readTaskFacts } from '../../../engine/intake/task-facts.ts'
import type { PlannerDesk, PlannerLaunch } from '../../../engine/planning/ask-planner.ts'
import { detectCommands, isGreenfield } from '../../../engine/proof/project/detect.ts'
import { tryChecks } from '../../../engine/proof/project/tried-checks.ts'
import { Interrupted } from '../../../engine/proof/suite/bench.ts'
import { readerOf } from '../../../engine/tree-reader.ts'
import type { Ports } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { ownRoot } from '../places/own-root.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { settings } from '../run/prepare-run.ts'
import { unwire, wire } from '../run/wiring.ts'
import { printLines } from '../words/printed-lines.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The code that is planned for or audited, and what is needed to look at it. */
export interface PlanningDesk {
  readonly places: Places
  readonly ports: Ports
  readonly config: Config
  /** The last commit. */
  readonly planner: Omit<PlannerDesk, 'agent'>
  readonly tree: Tree
  readonly commands: Commands
  /** There is no project yet. */
  readonly isGreenfield: boolean
  /** The launches so far. */
  readonly costs: LaunchCost[]
  /** The facts about the repository that planners are told. */
  repository(): Promise<string>
  /** What is there of these tasks, in some code; the last commit by default. */
  factsOf(tasks: readonly Task[], tree?: Tree): Promise<readonly TaskFacts[]>
  /** Of these checks, those that hold on the code as it is. */
  holdNow(checks: readonly Check[], tree?: Tree): Promise<readonly Check[]>
}

export interface DeskOptions {
  readonly agent?: string | undefined
  readonly json?: boolean | undefined
}

/** Opens everything for planning, and lets go of it after use. Ctrl-C ends a planner; nothing is written then. */
export async function atDesk<T = number>(
  context: Context,
  options: DeskOptions,
  use: (desk: PlanningDesk) => Promise<T>,
): Promise<T | typeof EXIT.interrupted> {
  const places = await findPlaces(context)
  const written = settings(places.repository.top, options.agent === undefined ? {} : { agent: options.agent })
  const config = { ...written, prompts: promptFor(places, written) }
  const ports = await wire(places, join(places.repository.top, 'PLAN.md'), { env: context.env })
  const token = ports.ids.token()
  const stopping = new AbortController()
  const stop = () => {
    if (stopping.signal.aborted) void ports.agents.reap(token, null).finally(() => process.exit(EXIT.interrupted))
    stopping.abort()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return await use(await openDesk(context, { places, ports, config, token, signal: stopping.signal }, options))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    context.terminal.warn('stopped; nothing was written')
    return EXIT.interrupted
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    await unwire(ports)
  }
}

function promptFor({ repository }: Places, { roles = {} }: Config): Readonly<Record<string, string>> {
  const read = readPrompts(['planner'], {
    repositoryTop: repository.top,
    shipped: join(ownRoot(), 'prompts'),
    roles,
  })
  if (read.ok) return read.value
  throw new Problem(`${read.error.path}: ${read.error.message}`, ['correct roles: in pm-agent.yaml, or the file'])
}

async function openDesk(
  context: Context,
  on: {
    readonly places: Places
    readonly ports: Ports
    readonly config: Config
    readonly token: string
    readonly signal: AbortSignal
  },
  options: DeskOptions,
): Promise<PlanningDesk> {
  const { ports, config, token, signal } = on
  const { vault, repository, clock } = ports
  const at = clock.now()
  const base = (await repository.importHead()) ?? (await emptyCommit(ports, at))
  const tree = await vault.treeOf(base)
  const reader = await readerOf(vault, tree)
  const commands = { ...(await detectCommands(reader)).commands, ...config.commands }
  const isGreen = isGreenfield(reader.list)
  const costs: LaunchCost[] = []
  const session = ports.ids.runId('planning')
  const say = (text: string) => (options.json ? undefined : printLines(context.terminal, text))
  return {
    ...{ places: on.places, ports, config, tree, commands, isGreenfield: isGreen, costs },
    planner: {
      ...{ config, base, session, token, signal },
      onLaunch: launch => {
        costs.push(priced({ attempt: launch.round, purpose: 'plan', agent: launch.step }, launch.meter))
        for (const line of launchLines(launch)) say(line)
      },
      overBudget: () => planningBudgetWords(costs, config.limits.usdPerRun),
    },
    repository: async () => {
      const plan = { id: 'plan', title: '', summary: '', tasks: [], guardrails: [], commitRows: [], context: '' }
      const place = { path: 'PLAN.md', kept: 'apart', contextDir: '', contextKept: 'apart', reviewsDir: '' } as const
      return sharedContextText((await readSharedContext(ports, { plan, place, config }, tree)).shared)
    },
    factsOf: (tasks, code = tree) => readTaskFacts(ports, tasks, { tree: code, commands, config, token, signal }),
    holdNow: async (checks, code = tree) => {
      const { missing = [] } = await ports.rooms.environment(fittingsOf(config))
      // Without a project every command fails, and a room that lacks something says nothing.
      if (isGreen || missing.length > 0) return []
      const tried = await tryChecks(ports, checks, { tree: code, commands, config, token, signal })
      return tried.filter(({ holds }) => holds === true).map(({ check }) => check)
    },
  }
}

/** The agent for planning: named here, configured, or the worker. */
export function plannerOf({ config }: Pick<PlanningDesk, 'config'>, options: DeskOptions): AgentSpec {
  const agent = options.agent === undefined ? (config.roles?.planner?.agent ?? config.worker) : config.worker
  if (agent) return agent
  throw new Problem('no agent is named for planning', [
    'pm-agent plan --agent claude "…", or agents: { planner: claude } in pm-agent.yaml',
    'pm-agent doctor lists the agents that are installed',
  ])
}

/** The newest run of this plan; null if there is none. */
export async function newestRun({ ports }: PlanningDesk, plan: Plan): Promise<RunState | null> {
  const row = (await ports.store.runs()).findLast(({ planId }) => planId === plan.id)
  return row ? fold(await ports.store.read(row.id), evolve) : null
}

const PROBLEMS_SHOWN = 8

function launchLines({ step, round, problems }: PlannerLaunch): readonly string[] {
  if (problems.length === 0) return [`${step}: answered${round > 1 ? ` in round ${round}` : ''}`]
  const more = problems.length > PROBLEMS_SHOWN ? [`  and ${problems.length - PROBLEMS_SHOWN} more`] : []
  return [
    `${step}: round ${round} has ${plural(problems.length, 'problem')}:`,
    ...problems.slice(0, PROBLEMS_SHOWN).map(problem => `  - ${problem}`),
    ...more,
  ]
}

/** A repository without commits: agents look at an empty folder. */
const emptyCommit = async ({ vault, repository }: Ports, at: number) =>
  vault.commit({
    tree: await vault.emptyTree(),
    parent: null,
    message: 'an empty repository\n',
    identity: await repository.identity(),
    at,
  })
