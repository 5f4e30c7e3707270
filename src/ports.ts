/** Every seam to the outside world, on one page. The engine knows these and nothing behind them. */

import type { DiagnosisReading } from './core/integration/diagnosis.ts'
import type { Deciders } from './core/journal/decider.ts'
import type { SealBreak } from './core/journal/seal-break.ts'
import type { Driver, Lease, LeaseHeld, LeaseHolder, LeaseTerms } from './core/lease.ts'
import type { Meter } from './core/money/meter.ts'
import type { CommitSpec } from './core/plan/commit-spec.ts'
import type { Commit, RunId, TaskId, Tree } from './core/plan/ids.ts'
import type { Task } from './core/plan/plan.ts'
import type { ProposalReading } from './core/planning/proposal.ts'
import type { Compiler } from './core/proof/compilers.ts'
import type { Defence } from './core/proof/defence.ts'
import type { Draft, FileChange } from './core/proof/draft.ts'
import type { JudgementReading } from './core/proof/judgement.ts'
import type { Merging } from './core/proof/merging.ts'
import type { ReportReading } from './core/proof/report.ts'
import type { TreeItem } from './core/proof/tree-item.ts'
import type { FinalReviewReading } from './core/release/final-review.ts'
import type { Result } from './core/result.ts'
import type { ReviewReading } from './core/review/review-answer.ts'
import type { Ending, RoomChanges } from './core/run/ending.ts'
import type { Event, Identity, ProcessMark, Recorded, Unpublished } from './core/run/event.ts'
import type { Command, Refusal } from './core/run/input.ts'
import type { AgentSpec, Fittings, Limits, Variables } from './core/settings/config.ts'
import type { Role } from './core/settings/role.ts'
import type { Aside } from './core/shown/aside.ts'
import type { TesterReading } from './core/tester/blind-tests.ts'
import type { Reach } from './core/told/message-timing.ts'
import type { Runners } from './runner-port.ts'

export type { Driver, Lease, LeaseHeld, LeaseHolder, LeaseTerms } from './core/lease.ts'

export interface Ports {
  /** Set only by the bench for lies: defences disabled in its proofs, to see what they are good for. */
  readonly leaveOut?: ReadonlySet<Defence> | undefined
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly repository: UserRepository
  readonly vault: Vault
  readonly workspaces: Workspaces
  readonly rooms: Rooms
  readonly checkouts: Checkouts
  readonly runners: Runners
  readonly agents: Agents
  readonly deciders?: Deciders
  readonly planFile: PlanFile
}

export interface Clock {
  now(): number
  /** Resolves at that time, or when the signal aborts; never rejects. */
  until(at: number, signal: AbortSignal): Promise<void>
}

export interface Ids {
  runId(planId: string): RunId
  /** Marks every process of one launch, so that all of them can be found again. */
  token(): string
}

// ── The journal ────────────────────────────────────────────────────────────────────────────────

export interface RunRow {
  readonly id: RunId
  readonly planId: string
  readonly planPath: string
  readonly openedAt: number
}

export type Answer = { readonly accepted: true } | { readonly accepted: false; readonly refusal: Refusal }
export type InboxRow = { readonly id: number; readonly command: Command }
export type AppendRefusal = 'version-conflict' | 'lease-lost'

export interface Store {
  create(row: RunRow): Promise<void>
  /** Runs that have at least one event, oldest first. */
  runs(): Promise<readonly RunRow[]>
  read(run: RunId, afterVersion?: number): Promise<readonly Recorded[]>
  /** One transaction: the events, and the answers to the commands they decide. Durable when it returns. */
  append(
    lease: Lease,
    expectedVersion: number,
    events: readonly { readonly at: number; readonly event: Event }[],
    answers?: readonly { readonly id: number; readonly answer: Answer }[],
  ): Promise<Result<number, AppendRefusal>>
  /**
   * A holder on this host loses its lease at once when its process is dead, when it expires if the process is stopped, and
   * otherwise only when the terms say so. One on another host loses it when it expires.
   */
  takeLease(run: RunId, holder: LeaseHolder, now: number, terms?: LeaseTerms): Promise<Result<Lease, LeaseHeld>>
  renewLease(lease: Lease, now: number): Promise<boolean>
  releaseLease(lease: Lease): Promise<void>
  /** Read-only. A holder on this host is checked by its process, any other one is gone when its lease has expired. */
  driver(run: RunId, looker: Pick<LeaseHolder, 'host'>, now: number): Promise<Driver>
  submit(run: RunId, command: Command, now: number): Promise<number>
  pending(run: RunId): Promise<readonly InboxRow[]>
  answerTo(id: number): Promise<Answer | null>
  /** Calls back soon after another process appended or submitted; returns a function that stops it. */
  watch(listener: () => void): () => void
  /** Command results by (code tree, command, environment): the same check never runs twice on the same code. */
  recall(key: string): Promise<string | null>
  remember(key: string, value: string): Promise<void>
  /** Every place that is not as it was written, in events and remembered results; `forgetChanged` drops such results. */
  verify(run?: RunId): Promise<readonly SealBreak[]>
  forgetChanged(): Promise<number>
  close(): void
}

// ── Three places, never mixed ──────────────────────────────────────────────────────────────────

/** The user's repository, which is only read here; `Vault.publish` is the only way to write to it. */
export interface UserRepository {
  /** Imports the HEAD commit into the vault; null in a repository without commits. */
  importHead(): Promise<Commit | null>
  importBranch(branch: string): Promise<Commit | null>
  /** The commit of one of our refs: in the vault, or published if the vault is new. */
  importKept(ref: string): Promise<Commit | null>
  contains(ancestor: Commit, descendant: Commit): Promise<boolean>
  identity(): Promise<Identity>
}

/** Change to a tree: new text, the other tree's version of the path (absent there: removed), or removal. */
export type TreeEdit =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly from: Tree }
  | { readonly path: string; readonly remove: true }
/** Our own bare repository: the source of truth about code. */
export interface Vault {
  emptyTree(): Promise<Tree>
  treeOf(commit: Commit): Promise<Tree>
  tip(branch: string): Promise<Commit | null>
  list(tree: Tree): Promise<readonly string[]>
  readText(tree: Tree, path: string): Promise<string | null>
  /** The entries at these paths, read at once; a missing path is left out. */
  look(tree: Tree, paths: readonly string[], textBytesMax: number): Promise<ReadonlyMap<string, TreeItem>>
  diff(from: Tree, to: Tree): Promise<readonly FileChange[]>
  patch(from: Tree, to: Tree): Promise<string>
  edit(tree: Tree, edits: readonly TreeEdit[]): Promise<Tree>
  /** The tree without these paths; a trailing `/` means a folder. */
  without(tree: Tree, paths: readonly string[]): Promise<Tree>
  commit(spec: CommitSpec): Promise<Commit>
  /** Merges the commit of a ref onto another commit, without a checkout. */
  merge(onto: Commit, ref: string): Promise<Merging>
  /** Keeps a commit under one of our refs, so that no agent's work is ever lost. */
  keep(ref: string, commit: Commit): Promise<void>
  /** Compare-and-swap; also `moved` if the branch is already at `to`. */
  moveBranch(branch: string, from: Commit | null, to: Commit): Promise<'moved' | 'stale'>
  tag(name: string, commit: Commit): Promise<void>
  /** Renames a plan's branch and checkpoint tags that are not part of the base, here and in the user's repository. */
  setAside(branch: string, base: Commit | null): Promise<Aside>
  /** Closes long-lived processes; the next call starts them again. */
  close(): Promise<void>
  /** Writes branch and tags to the user's repository by compare-and-swap, never while checked out there; together with our refs. */
  publish(branch: string, tip: Commit, ours?: readonly string[]): Promise<Unpublished | null>
}

export interface WorkspaceId {
  readonly run: RunId
  readonly task: TaskId
  readonly attempt: number
  /** The token of the proof whose judge or reviewer it belongs to. A pm-agent that takes over asks one of its own, elsewhere. */
  readonly judge?: string
}
/** A private repository for one attempt; never reused after an agent. */
export interface Workspace extends WorkspaceId {
  readonly dir: string
}
export interface Workspaces {
  /** `from` is a kept ref whose files are in the worktree while HEAD is the base; `files` go below `.pm-agent/`. */
  prepare(
    id: WorkspaceId,
    spec: {
      readonly base: Commit
      readonly from: string | null
      readonly files: Readonly<Record<string, string>>
      /** Paths that `furnish` may add and that are not part of the work unless the base has them. */
      readonly leaveOut?: readonly string[] | undefined
      /** Paths that the agent must not see: with them, HEAD is one commit without history. */
      readonly conceal?: readonly string[] | undefined
      /** Adds files that are not part of the tree, after its checkout. */
      readonly furnish?: (dir: string, place: FurnishPlace) => Promise<void>
    },
  ): Promise<Workspace>
  /** Reads the files ourselves, keeps the tree under a ref of the vault, and returns the changes. Null: never prepared. */
  collect(
    id: WorkspaceId,
    spec: {
      readonly base: Commit
      readonly limits: Pick<Limits, 'fileMb'>
      readonly at: number
      readonly leaveOut?: readonly string[] | undefined
      /** As prepared: these paths are as in the base, whatever the workspace has. */
      readonly conceal?: readonly string[] | undefined
    },
  ): Promise<Draft | null>
  discard(id: WorkspaceId): Promise<void>
}

/** A checkout that no agent has touched, with its own empty home. */
export interface Room {
  readonly dir: string
}
export interface CommandSpec {
  readonly command: string
  readonly minutes: number
  readonly limits: Limits
  readonly token: string
  /** `users`: setup, which may come from the cache. `empty`: gates. `session`: the user's full environment, for committed code. */
  readonly home: 'users' | 'empty' | 'session'
  /** The tree contains nothing of an unproven draft, so that outputs of setup and compilers may be shared with other trees. */
  readonly ofBase?: boolean
  /** Our files outside of the room, in a folder that `{tools}` in the command and in these texts refers to; the report is its file `report`. */
  readonly tools?: Readonly<Record<string, string>>
}
export interface CommandResult {
  readonly ending: Ending
  /** Both streams in order, truncated in the middle if long; without control characters. */
  readonly output: string
  readonly stdout: string
  readonly outputFile: string
  readonly outputDigest: string
  readonly durationMs: number
  readonly report?: string | null
  /** Nothing ran: the output of an earlier run of the same command was restored. */
  readonly cached?: true
  /** For a session: the user's variables that commands in rooms do not get. */
  readonly withheld?: readonly string[]
  /** Tracked files of the room that it touched; absent if there are none. */
  readonly tracked?: RoomChanges
}
/** What files hold once a command has rewritten them, as far as they are plain text, and which others it touched. */
export interface Rewriting {
  readonly result: CommandResult
  readonly texts: ReadonlyMap<string, string>
  readonly others: readonly string[]
}
/** The target of furnishing: a folder that is renamed later, and the paths left out of the work. */
export interface FurnishPlace {
  readonly as: string
  readonly isIgnored: (path: string) => Promise<boolean>
}
/** The furniture of a workspace. */
export interface Furniture extends FurnishPlace {
  /** The tree for setup; null if the files in the workspace are not those of a tree that setup may run on. */
  readonly tree: Tree | null
  readonly setup: CommandSpec | null
  readonly fittings: Fittings
}
export interface Rooms {
  open(tree: Tree, fittings?: Fittings): Promise<Room>
  run(room: Room, spec: CommandSpec, signal: AbortSignal): Promise<CommandResult>
  close(room: Room): Promise<void>
  /** Lets a command rewrite some files of a room. Its changes to other files are not returned. */
  rewrite(room: Room, spec: CommandSpec, paths: readonly string[], signal: AbortSignal): Promise<Rewriting>
  /** Adds to a workspace what a room has: the folders that setup makes, and the user's files to copy. */
  furnish(dir: string, furniture: Furniture, signal: AbortSignal): Promise<void>
  /** Programs and settings that checks lean on and that are not as they were when the run began. */
  altered(): Promise<readonly string[]>
  /** Versions and platform that a result depends on, how much a command is shut in, and what is not here. */
  environment(fittings?: Fittings, compilers?: readonly Compiler[]): Promise<RoomEnvironment>
}
/** Checkouts for workspaces and rooms, prepared while agents work and deleted in the background. Each is used once. */
export interface Checkouts {
  /** This many checkouts of about this tree will be needed soon. Returns at once: a missing one is made on demand. */
  expect(tree: Tree, count: number): Promise<void>
  /** Nothing more is needed: the rest is deleted. */
  settle(): Promise<void>
}
export interface RoomEnvironment {
  readonly toolchain: Readonly<Record<string, string>>
  readonly sandbox: string
  /** Nothing keeps agents and commands from what the user can reach. */
  readonly unprotected?: true
  /** What rooms would lack, one sentence each. */
  readonly missing?: readonly string[]
  /** Nothing runs here: command results are scripted. */
  readonly rehearsed?: true
}

export type { Runners, SuiteLaunch, SuiteOutput, TestRunner, TreeReader, WitnessPrograms } from './runner-port.ts'

// ── Agents and the plan document ───────────────────────────────────────────────────────────────

export interface Launch extends WorkspaceId {
  readonly agent: AgentSpec
  readonly dir: string
  readonly role: Role
  readonly prompt: string
  readonly session: string | null
  readonly token: string
  readonly minutes: number
  readonly limits: Limits
  readonly env?: Variables
  /** Paths of the user's checkout that it must not see. */
  readonly conceal?: readonly string[]
}
export interface LaunchResult {
  readonly ending: Ending
  readonly reading: ReportReading
  /** A verifier's answer instead of a report. */
  readonly judgement?: JudgementReading
  /** A planner's answer instead of a report. */
  readonly proposal?: ProposalReading
  /** A diagnoser's answer instead of a report. */
  readonly diagnosis?: DiagnosisReading
  /** A final reviewer's answer instead of a report. */
  readonly finalReview?: FinalReviewReading
  /** A reviewer's answer instead of a report. */
  readonly review?: ReviewReading
  /** A tester's answer instead of a report. */
  readonly tester?: TesterReading
  readonly session: string | null
  readonly outputFile: string | null
  readonly durationMs: number
  readonly meter?: Meter
}
export interface Agents {
  /** Resolves when the agent and every process it started have ended. Aborting asks it to stop, then kills it. */
  launch(
    launch: Launch,
    signal: AbortSignal,
    onLaunched: (mark: ProcessMark, outputFile: string) => Promise<void>,
  ): Promise<LaunchResult>
  /**
   * Sends a message to a running agent, by the token of its launch, and returns when it will be read. Absent if no agent
   * accepts messages while it works: the next attempt gets the message in any case.
   */
  tell?(token: string, words: string): Promise<Reach>
  /** The session id in an agent's output, for a launch whose end was not recorded. */
  sessionIn(outputFile: string): Promise<string | null>
  /** Ends the leftover processes of an earlier launch or command with this token. */
  reap(token: string, mark: ProcessMark | null): Promise<void>
}

export interface Tick {
  readonly task: TaskId
  readonly criteria: readonly string[]
}
/** A task that was added during a run. */
export interface AddedTask {
  /** Null: it belongs to no other task and comes after all of them. */
  readonly parent: TaskId | null
  readonly task: Task
}
export interface PlanFile {
  /** The current document, or null if it is gone. */
  read(): Promise<string | null>
  /** The ticked boxes in a text. */
  ticks(text: string): readonly Tick[]
  /** Writes added tasks, each after the task it belongs to; an existing one is left unchanged. */
  add(text: string, added: readonly AddedTask[]): string
  /** The lines of a task in a text; null if they cannot be told from those of other tasks. */
  linesOf(text: string, task: string): string | null
  /** Ticks boxes in text; changes only those characters. */
  tick(text: string, ticks: readonly Tick[]): string
  /** Writes beside and renames, if the file is still `expected`; false if it was changed by others. */
  replace(expected: string, text: string): Promise<boolean>
  /** The document of a sub-plan, by its path relative to the folder of the plan. */
  beside(relativePath: string): Pick<PlanFile, 'read' | 'replace'>
  readBeside(relativePath: string): Promise<string | null>
  /** Writes one of our files beside a plan that is kept in place. */
  writeBeside(relativePath: string, text: string): Promise<void>
}
