import type { HeldOut } from '../plan/plan.ts'
import type { SensitiveSetting } from '../plan/sensitive-paths.ts'
import type { OwnStream } from './agent-clis.ts'
import type { Commands } from './commands.ts'
import type { GateSettings } from './gate-settings.ts'

/** All limits; they apply from the first run. */
export interface Limits {
  readonly parallel: number
  /** How often a failed proof goes back to an agent. */
  readonly fixes: number
  /** How often a human may ask for changes of the same work; absent in journals of earlier versions. */
  readonly revisions?: number
  /** Launches repeated because the agent failed, not the work. */
  readonly relaunches: number
  /** All launches of any kind for one task; crash loops end here. */
  readonly launchesPerTask: number
  readonly attemptMinutes: number
  readonly idleMinutes: number
  readonly gateMinutes: number
  readonly outputMb: number
  /** Memory that a command and everything it started may use together. */
  readonly memoryMb: number
  /** The same for an agent, whose own tests and builds count too. */
  readonly agentMemoryMb: number
  /** Processes that a command or an agent may have at once. */
  readonly processes: number
  /** The largest file that may come in from a workspace. */
  readonly fileMb: number
  /** A task that names more files than this is better split. */
  readonly patchFiles: number
  /** Tasks that may be added to one task of the plan. */
  readonly addedTasks: number
  /** Levels of sub-plans below a plan; absent in journals of earlier versions. */
  readonly depth?: number
  /** Rounds of tasks for failed integration tests; absent in journals of earlier versions. */
  readonly integrations?: number
  /** Time for mutants, in percent of one run of the suite; absent in journals of earlier versions. */
  readonly strengthPercent?: number
  /** What the launches of a run may cost together, where money is metered. */
  readonly usdPerRun: number
}

export const DEFAULT_LIMITS: Limits = {
  parallel: 3,
  fixes: 3,
  revisions: 3,
  relaunches: 2,
  launchesPerTask: 10,
  attemptMinutes: 45,
  idleMinutes: 10,
  gateMinutes: 20,
  outputMb: 100,
  memoryMb: 4096,
  agentMemoryMb: 8192,
  processes: 500,
  fileMb: 50,
  patchFiles: 15,
  addedTasks: 3,
  depth: 3,
  integrations: 2,
  strengthPercent: 30,
  usdPerRun: 25,
}

/** The revisions of a task, also for runs of earlier versions. */
export const revisionsMax = ({ revisions }: Limits): number => revisions ?? 3

/** The levels of sub-plans, also for runs of earlier versions. */
export const depthMax = ({ depth }: Limits): number => depth ?? 3

/** The time for mutants in percent of one run of the suite, also for runs of earlier versions. */
export const strengthPercentOf = ({ strengthPercent }: Limits): number => strengthPercent ?? 30

/** The rounds of tasks for failed integration tests, also for runs of earlier versions. */
export const integrationsMax = ({ integrations }: Limits): number => integrations ?? 2

/** Upper bound for agents working at once. */
export const PARALLEL_MAX = 64

/** When an agent is asked that the settings do not have to name. */
export const WHEN = ['auto', 'always', 'never'] as const
type When = (typeof WHEN)[number]

/** A CLI with its own stream, such as Claude Code; without a model it uses that of the user's own settings. */
export interface CliSpec {
  readonly is: OwnStream
  readonly name: string
  readonly model: string | null
  readonly path: string
}

/** How an agent is started. More kinds come with their adapters. */
export type AgentSpec =
  | { readonly is: 'command'; readonly name: string; readonly command: string }
  | { readonly is: 'scripted'; readonly name: string; readonly script: string }
  | CliSpec
  /**
   * Any program with the Agent Client Protocol, the user's variables that it needs, and the variables that are always set;
   * the last are absent for the user's own commands, and in old journals.
   */
  | {
      readonly is: 'acp'
      readonly name: string
      readonly command: string
      readonly pass: readonly string[]
      readonly set?: Readonly<Record<string, string>>
    }

/** Programs that commands depend on while they run: a database, a server. */
export interface Services {
  readonly up: string | null
  /** Repeated after `up` until it exits with 0. */
  readonly ready: string | null
  /** Always run afterwards. */
  readonly down: string | null
  /** Whether only one room at a time may have them. */
  readonly exclusive: boolean
}

/** Network access of commands in rooms. */
export type Network = 'off' | 'loopback' | 'on'

/** Additional variables for commands and agents: the user's own by name, and fixed values. */
export interface Variables {
  readonly pass: readonly string[]
  readonly set: Readonly<Record<string, string>>
}

/** What a fresh checkout needs in addition to its own files and setup. */
export interface Fittings {
  /** Paths of the user's checkout that are copied into workspaces and rooms, and never committed. */
  readonly copy: readonly string[]
  readonly services: Services | null
  readonly env: Variables
  /** Null if not set. */
  readonly network: Network | null
}

/** A part of the repository. */
export interface Area {
  readonly glob: string
  readonly owner: string | null
  readonly commands?: Commands
  /** Whether it was detected in the repository and not written in the settings. */
  readonly detected?: true
}

/** The assignment of a role; absent parts have the general defaults. */
export interface RoleSettings {
  readonly agent?: AgentSpec
  /** Maximum duration of one launch. */
  readonly minutes?: number
  /** The file with its prompt, inside the repository. */
  readonly promptFile?: string
}

/** The settings of a run, read once and frozen into the journal; fittings only if they are set. */
export interface Config extends Partial<Fittings> {
  readonly worker: AgentSpec | null
  /** The named judge of what no command can check, with a veto only. Absent: see `judgeOf`. */
  readonly judge?: AgentSpec | undefined
  /** Reviews proven work by its tier, with a veto only, and the whole branch at the end; absent if not named. */
  readonly reviewer?: AgentSpec
  /** When a human looks at proven work before it lands; absent is `auto`. */
  readonly review?: HumanReview
  /** When the judge is asked: about all work of coding agents and what commands cannot settle (`auto`, the default), always or never. */
  readonly judging?: When
  /** Whether the tests of a change are measured by mutants: by default, or never. */
  readonly strength?: 'auto' | 'never'
  /** Who decides whether the task asks for a changed test expectation: the judge if there is one (the default), or a human. */
  readonly tests?: 'ask' | 'judge'
  /** When a tester writes tests for the contract of a task; absent is `auto`: see `asksTester`. */
  readonly testing?: When
  /** By role: `fixer`, `stronger` (called when a fix does not help), `verifier`, and specialists by name. */
  readonly roles?: Readonly<Record<string, RoleSettings>>
  /** Prompts by role, as read when the run began. */
  readonly prompts?: Readonly<Record<string, string>>
  /** Agents that a task may name in its `Agent` field. */
  readonly agents: Readonly<Record<string, AgentSpec>>
  readonly commands: Commands
  /** Additional gates; absent if there are none. */
  readonly gates?: GateSettings
  /** Tests and commands that no agent sees, for every task; absent if there are none. */
  readonly hidden?: readonly HeldOut[]
  /** Globs protected in addition to the built-in list. */
  readonly protect: readonly string[]
  /** Globs of generated tracked files with their commands; absent if there are none. */
  readonly generated?: Readonly<Record<string, string>> | undefined
  /** Additional sensitive paths, or exceptions from the built-in ones; absent if there are none. */
  readonly sensitive?: readonly SensitiveSetting[]
  /** Parts of the repository with their own owner or commands; two tasks of one owner never run at once. */
  readonly areas: readonly Area[]
  /** By tier and then by the longest remaining path, or by that path alone. */
  readonly order: 'tier' | 'fastest'
  /** No proof, no retry: reported work lands as *unverified*, and the first failure stops the run. */
  readonly quick: boolean
  readonly limits: Limits
  readonly checkpointTags: boolean
  readonly reviewsDir: string
  /** The folder of release manifests; absent for the default. */
  readonly releasesDir?: string
  /** Absent if not chosen. */
  readonly bookkeeping?: Bookkeeping
  /** After this many others in a row a waiting low task goes first; 3 by default. */
  readonly lowAfter?: number
  /** The user's command that is started when a human is needed; absent if there is none. */
  readonly notify?: string
  /** When a run that prints lines reports its progress. */
  readonly progress?: Progress
}

/**
 * When a human looks: at critical work that no reviewer looked at (`auto`), at every task, at every critical task, or never. Held work
 * waits in any case.
 */
export const HUMAN_REVIEWS = ['auto', 'each', 'critical', 'never'] as const
export type HumanReview = (typeof HUMAN_REVIEWS)[number]

/** Whether reviews, context files and ticks are committed: if the plan is tracked, always, or never. */
export type Bookkeeping = 'auto' | 'commit' | 'apart'

/** How often progress is reported: after this many tasks or minutes, whichever comes first. */
export interface Progress {
  readonly tasks: number
  readonly minutes: number
}

export const DEFAULT_PROGRESS: Progress = { tasks: 3, minutes: 30 }

const NO_FITTINGS: Fittings = { copy: [], services: null, env: { pass: [], set: {} }, network: null }

/** The complete fittings of a run. */
export const fittingsOf = ({ copy, services, env, network }: Partial<Fittings>): Fittings => ({
  copy: copy ?? NO_FITTINGS.copy,
  services: services ?? NO_FITTINGS.services,
  env: env ?? NO_FITTINGS.env,
  network: network ?? NO_FITTINGS.network,
})
