import type { SensitiveSetting } from '../plan/sensitive-paths.ts'
import type { Commands } from './commands.ts'
import type { GateSettings } from './gate-settings.ts'

/** Every limit in one place. All of them are on from the first run. */
export interface Limits {
  readonly parallel: number
  /** Rounds of sending a failed proof back to an agent. */
  readonly fixes: number
  /** Launches repeated because the agent, not the work, went wrong. */
  readonly relaunches: number
  /** Every launch of any kind for one task; crash loops end here. */
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
  /** What the launches of a run may cost together, where money is metered. */
  readonly usdPerRun: number
}

export const DEFAULT_LIMITS: Limits = {
  parallel: 3,
  fixes: 3,
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
  usdPerRun: 25,
}

/** Agents that may work at once, whatever is written. */
export const PARALLEL_MAX = 64

/** How an agent is started. More kinds come with their adapters. */
export type AgentSpec =
  | { readonly is: 'command'; readonly name: string; readonly command: string }
  | { readonly is: 'scripted'; readonly name: string; readonly script: string }
  /** The Claude Code CLI; without a model it is the one that the user's own settings name. */
  | { readonly is: 'claude'; readonly name: string; readonly model: string | null; readonly path: string }
  /** The Codex CLI, likewise. */
  | { readonly is: 'codex'; readonly name: string; readonly model: string | null; readonly path: string }
  /**
   * Any program that speaks the Agent Client Protocol, the variables of the user's that it needs, and those that it is
   * started with; the last are left out for command lines of the user's, and in journals of before.
   */
  | {
      readonly is: 'acp'
      readonly name: string
      readonly command: string
      readonly pass: readonly string[]
      readonly set?: Readonly<Record<string, string>>
    }

/** Programs that commands lean on while they run: a database, a server. */
export interface Services {
  readonly up: string | null
  /** Asked again and again after `up` until it exits with 0. */
  readonly ready: string | null
  /** Run afterwards in every case. */
  readonly down: string | null
  /** Only one room at a time may have them. */
  readonly exclusive: boolean
}

/** How far commands in rooms may reach. */
export type Network = 'off' | 'loopback' | 'on'

/** Variables that commands and agents get besides the usual ones: the user's own by name, and fixed values. */
export interface Variables {
  readonly pass: readonly string[]
  readonly set: Readonly<Record<string, string>>
}

/** What a fresh checkout needs before anything works in it, besides its own files and setup. */
export interface Fittings {
  /** Paths of the user's checkout that are put into workspaces and rooms, and never into commits. */
  readonly copy: readonly string[]
  readonly services: Services | null
  readonly env: Variables
  /** Null when nobody said. */
  readonly network: Network | null
}

/** A part of the repository. */
export interface Area {
  readonly glob: string
  readonly owner: string | null
  readonly commands?: Commands
  /** It was found in the repository and not written in the settings. */
  readonly detected?: true
}

/** How a role is filled; what is left out is as for everybody. */
export interface RoleSettings {
  readonly agent?: AgentSpec
  /** How long one launch may take. */
  readonly minutes?: number
  /** The file that its agent is told about the role from, inside the repository. */
  readonly promptFile?: string
}

/** The settings of a run, read once and frozen into the journal; fittings only where they are written. */
export interface Config extends Partial<Fittings> {
  readonly worker: AgentSpec | null
  /** Who looks at what no command can settle, with a veto and nothing else; left out when nobody is named. */
  readonly judge?: AgentSpec
  /** When the judge is asked: only for what commands cannot settle (`auto`, also when left out), always or never. */
  readonly judging?: 'auto' | 'always' | 'never'
  /** Who decides whether the task asks for a changed expectation of a test: the judge where there is one (also when left out), or a human. */
  readonly tests?: 'ask' | 'judge'
  /** By role: `fixer`, `stronger` (who is called when a fix does not help), `verifier`, and specialists by their names. */
  readonly roles?: Readonly<Record<string, RoleSettings>>
  /** What agents are told about their role, by role, as it was read when the run began. */
  readonly prompts?: Readonly<Record<string, string>>
  /** Agents that a task may name in its `Agent` field. */
  readonly agents: Readonly<Record<string, AgentSpec>>
  readonly commands: Commands
  /** Gates besides the commands; left out where nobody wrote any. */
  readonly gates?: GateSettings
  /** Globs that are protected besides the built-in list. */
  readonly protect: readonly string[]
  /** Globs of tracked files that a command makes, with that command; left out where nobody wrote any. */
  readonly generated?: Readonly<Record<string, string>> | undefined
  /** Sensitive paths besides the built-in ones, or instead of them; left out where nobody wrote any. */
  readonly sensitive?: readonly SensitiveSetting[]
  /** Parts of the repository with an owner or commands of their own; two tasks of one owner never run at once. */
  readonly areas: readonly Area[]
  /** By tier and then by the longest way to the end, or by that way alone. */
  readonly order: 'tier' | 'fastest'
  /** No proof, no second try: what an agent reports lands as *unverified*, and the first failure stops the run. */
  readonly quick: boolean
  readonly limits: Limits
  /** Settings that are written, understood, and have no effect yet. */
  readonly ignored?: readonly string[]
  readonly checkpointTags: boolean
  readonly reviewsDir: string
  /** Left out where nobody chose. */
  readonly bookkeeping?: Bookkeeping
  /** After so many others in a row a waiting low task goes first; 3 when nobody said. */
  readonly lowAfter?: number
  /** When a run that prints lines says how far it is. */
  readonly progress?: Progress
}

/** Whether reviews, context files and ticks are committed: where the plan is tracked, always, or never. */
export type Bookkeeping = 'auto' | 'commit' | 'apart'

/** How often progress is told: after so many tasks, or when so much time has passed, whichever comes first. */
export interface Progress {
  readonly tasks: number
  readonly minutes: number
}

export const DEFAULT_PROGRESS: Progress = { tasks: 3, minutes: 30 }

const NO_FITTINGS: Fittings = { copy: [], services: null, env: { pass: [], set: {} }, network: null }

/** The fittings of a run, whole. */
export const fittingsOf = ({ copy, services, env, network }: Partial<Fittings>): Fittings => ({
  copy: copy ?? NO_FITTINGS.copy,
  services: services ?? NO_FITTINGS.services,
  env: env ?? NO_FITTINGS.env,
  network: network ?? NO_FITTINGS.network,
})

/** Whether the judge decides about changed expectations of tests. */
export const judgesTests = ({ judge, judging, tests, quick }: Config): boolean =>
  judge !== undefined && !quick && judging !== 'never' && tests !== 'ask'
