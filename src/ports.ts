/** Every seam to the outside world, on one page. The engine knows these and nothing behind them. */
import type { Deciders } from './core/journal/decider.ts'
import type { SealBreak } from './core/journal/seal-break.ts'
import type { Driver, Lease, LeaseHeld, LeaseHolder, LeaseTerms } from './core/lease.ts'
import type { Meter } from './core/money/meter.ts'
import type { CommitSpec } from './core/plan/commit-spec.ts'
import type { Commit, RunId, TaskId, Tree } from './core/plan/ids.ts'
import type { Task } from './core/plan/plan.ts'
import type { Compiler } from './core/proof/compilers.ts'
import type { Defence } from './core/proof/defence.ts'
import type { Draft, FileChange } from './core/proof/draft.ts'
import type { JudgementReading } from './core/proof/judgement.ts'
import type { Merging } from './core/proof/merging.ts'
import type { ReportReading } from './core/proof/report.ts'
import type { SuiteReport } from './core/proof/test-results.ts'
import type { TreeItem } from './core/proof/tree-item.ts'
import type { Result } from './core/result.ts'
import type { Ending } from './core/run/ending.ts'
import type { Event, Identity, ProcessMark, Recorded, Unpublished } from './core/run/event.ts'
import type { Command, Refusal } from './core/run/input.ts'
import type { AgentSpec, Fittings, Variables } from './core/settings/config.ts'
import type { Role } from './core/settings/role.ts'
import type { Aside } from './core/shown/aside.ts'
import type { Reach } from './core/told/message-timing.ts'

export type { Driver, Lease, LeaseHeld, LeaseHolder, LeaseTerms } from './core/lease.ts'

export interface Ports {
  /** Only the bench for lies sets it: defences that its proofs do without, so that what they are good for is seen. */
  readonly leaveOut?: ReadonlySet<Defence>
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
  /** Only looks. A holder on this host is asked after itself, any other one is gone when its lease has expired. */
  driver(run: RunId, looker: Pick<LeaseHolder, 'host'>, now: number): Promise<Driver>
  submit(run: RunId, command: Command, now: number): Promise<number>
  pending(run: RunId): Promise<readonly InboxRow[]>
  answerTo(id: number): Promise<Answer | null>
  /** Calls back soon after another process appended or submitted; returns how to stop. */
  watch(listener: () => void): () => void
  /** Results of commands by (code tree, command, environment): the same check never runs twice on the same code. */
  recall(key: string): Promise<string | null>
  remember(key: string, value: string): Promise<void>
  /** Every place that is not as it was written, in events and remembered results; `forgetChanged` drops such results. */
  verify(run?: RunId): Promise<readonly SealBreak[]>
  forgetChanged(): Promise<number>
  close(): void
}

// ── Three places, never mixed ──────────────────────────────────────────────────────────────────

/** The user's repository, which is only read here; `Vault.publish` is the one way in which it is written. */
export interface UserRepository {
  /** Brings the commit that HEAD stands on into the vault; null in a repository without commits. */
  importHead(): Promise<Commit | null>
  importBranch(branch: string): Promise<Commit | null>
  /** The commit under a ref of ours: the vault's, or what was published where the vault is a new one. */
  importKept(ref: string): Promise<Commit | null>
  contains(ancestor: Commit, descendant: Commit): Promise<boolean>
  identity(): Promise<Identity>
}

/** Change to a tree: new text, the other tree's version of the path (absent there: removed), or removal. */
export type TreeEdit =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly from: Tree }
  | { readonly path: string; readonly remove: true }
/** Our own bare repository: what is true about code. */
export interface Vault {
  emptyTree(): Promise<Tree>
  treeOf(commit: Commit): Promise<Tree>
  tip(branch: string): Promise<Commit | null>
  list(tree: Tree): Promise<readonly string[]>
  readText(tree: Tree, path: string): Promise<string | null>
  /** What lies at these paths, read at once; a path that the tree does not have is left out. */
  look(tree: Tree, paths: readonly string[], textBytesMax: number): Promise<ReadonlyMap<string, TreeItem>>
  diff(from: Tree, to: Tree): Promise<readonly FileChange[]>
  patch(from: Tree, to: Tree): Promise<string>
  edit(tree: Tree, edits: readonly TreeEdit[]): Promise<Tree>
  /** The tree without these paths; one ending in `/` names a folder. */
  without(tree: Tree, paths: readonly string[]): Promise<Tree>
  commit(spec: CommitSpec): Promise<Commit>
  /** Merges what is kept under a ref onto a commit, without a checkout. */
  merge(onto: Commit, ref: string): Promise<Merging>
  /** Keeps a commit under a ref of ours, so that nothing an agent produced is ever lost. */
  keep(ref: string, commit: Commit): Promise<void>
  /** Compare-and-swap; also `moved` when the branch is at `to` already. */
  moveBranch(branch: string, from: Commit | null, to: Commit): Promise<'moved' | 'stale'>
  tag(name: string, commit: Commit): Promise<void>
  /** Branch and checkpoint tags of a plan that are not part of the base get other names, here and in the user's repository. */
  setAside(branch: string, base: Commit | null): Promise<Aside>
  /** Lets go of what was kept ready for speed; asking again begins anew. */
  close(): Promise<void>
  /** Puts branch and tags into the user's repository by compare-and-swap, never while checked out there; with it refs of ours. */
  publish(branch: string, tip: Commit, ours?: readonly string[]): Promise<Unpublished | null>
}

export interface WorkspaceId {
  readonly run: RunId
  readonly task: TaskId
  readonly attempt: number
  /** It is not the attempt's own but that of the judge of its work. */
  readonly judge?: true
}
/** A private repository for one attempt; never used again after an agent was in it. */
export interface Workspace extends WorkspaceId {
  readonly dir: string
}
export interface Workspaces {
  /** `from` is a kept ref whose files lie in the work tree while HEAD is the base; `files` go below `.pm-agent/`. */
  prepare(
    id: WorkspaceId,
    spec: {
      readonly base: Commit
      readonly from: string | null
      readonly files: Readonly<Record<string, string>>
      /** Paths that `furnish` may bring and that are no part of the work unless the base has them. */
      readonly leaveOut?: readonly string[]
      /** Puts in what is no part of the tree, once its files lie there. */
      readonly furnish?: (dir: string, place: FurnishPlace) => Promise<void>
    },
  ): Promise<Workspace>
  /** Walks the files ourselves, keeps the tree under a ref of the vault, and says what changed. Null: never prepared. */
  collect(
    id: WorkspaceId,
    spec: {
      readonly base: Commit
      readonly fileMbMax: number
      readonly at: number
      readonly leaveOut?: readonly string[]
    },
  ): Promise<Draft | null>
  discard(id: WorkspaceId): Promise<void>
}

/** A checkout no agent has touched, with an empty home of its own. */
export interface Room {
  readonly dir: string
}
export interface CommandSpec {
  readonly command: string
  readonly minutes: number
  readonly outputMbMax: number
  /** For the command and everything it starts, together. */
  readonly memoryMbMax?: number
  /** As many as it and everything it starts may be at once. */
  readonly processesMax?: number
  readonly token: string
  /** `users`: setup, which may be answered from the cache. `empty`: gates. `session`: all that the user's terminal has, for committed code. */
  readonly home: 'users' | 'empty' | 'session'
  /** The tree holds nothing of an unproven draft, so that what setup and compilers make of it may serve other trees too. */
  readonly ofBase?: boolean
  /** Files of ours outside of the room, in a folder that `{tools}` stands for in the command and in these texts; its report is left there as `report`. */
  readonly tools?: Readonly<Record<string, string>>
}
export interface CommandResult {
  readonly ending: Ending
  /** Both streams in order, cut in the middle when long; control characters taken out. */
  readonly output: string
  readonly stdout: string
  readonly outputFile: string
  readonly outputDigest: string
  readonly durationMs: number
  readonly report?: string | null
  /** Nothing ran: what an earlier run of the same command made was put in place. */
  readonly cached?: true
  /** For a session: the user's variables that commands in rooms do not get. */
  readonly withheld?: readonly string[]
  /** Tracked files of the room that it touched; left out where it touched none. */
  readonly tracked?: RoomChanges
}
/** Tracked files of a room that a command touched. */
export interface RoomChanges {
  /** They are not those of the tree any more: other bytes, another mode, gone. */
  readonly changed: readonly string[]
  /** They were written to or replaced, and hold what the tree has when the command ends. */
  readonly restored: readonly string[]
}
/** What files hold once a command has rewritten them, as far as they are plain text, and which others it touched. */
export interface Rewriting {
  readonly result: CommandResult
  readonly texts: ReadonlyMap<string, string>
  readonly others: readonly string[]
}
/** Where furniture goes: a folder that is made aside and will have another name, and what of it is left out of the work. */
export interface FurnishPlace {
  readonly as: string
  readonly isIgnored: (path: string) => Promise<boolean>
}
/** What a workspace is furnished with. */
export interface Furniture extends FurnishPlace {
  /** Whose setup it is; null when the files in the workspace are not those of a tree that setup may run on. */
  readonly tree: Tree | null
  readonly setup: CommandSpec | null
  readonly fittings: Fittings
}
export interface Rooms {
  open(tree: Tree, fittings?: Fittings): Promise<Room>
  run(room: Room, spec: CommandSpec, signal: AbortSignal): Promise<CommandResult>
  close(room: Room): Promise<void>
  /** Lets a command rewrite some files of a room. What it does to any other file stays there. */
  rewrite(room: Room, spec: CommandSpec, paths: readonly string[], signal: AbortSignal): Promise<Rewriting>
  /** Puts into a workspace what a room would have: the folders that setup makes, and the user's files to copy. */
  furnish(dir: string, furniture: Furniture, signal: AbortSignal): Promise<void>
  /** Versions and platform that a result depends on, how much a command is shut in, and what is not here. */
  environment(fittings?: Fittings, compilers?: readonly Compiler[]): Promise<RoomEnvironment>
}
/** Checkouts for workspaces and rooms, made ahead while agents work and deleted when there is time. Each is used once. */
export interface Checkouts {
  /** So many of about this tree will soon be wanted. Nobody waits for them: one that is not there is made when it is wanted. */
  expect(tree: Tree, count: number): Promise<void>
  /** Nothing more is expected: what is left is deleted. */
  settle(): Promise<void>
}
export interface RoomEnvironment {
  readonly toolchain: Readonly<Record<string, string>>
  readonly sandbox: string
  /** What rooms would lack, one sentence each. */
  readonly missing?: readonly string[]
  /** Nothing is run here: what commands say is played. */
  readonly rehearsed?: true
}

// ── Test runners ────────────────────────────────────────────────────────────────────────────────

/** Files of one tree, as far as somebody wants to look at them. */
export interface TreeReader {
  readonly list: readonly string[]
  readText(path: string): Promise<string | null>
}
/** A suite that is started directly, with a reporter of ours that the tests cannot replace. */
export interface TestRunner {
  /** `vitest`, `node:test`, `pytest`, … */
  readonly name: string
  /** Whether it can be asked to run single files. */
  readonly selectsFiles: boolean
  launch(how: SuiteLaunch): { readonly command: string; readonly tools: Readonly<Record<string, string>> }
  /** Null when there is no report, or none that our reporter made: then nothing is known, whatever the exit code says. */
  read(seen: SuiteOutput): SuiteReport | null
  /** Whether it would look for tests in a file of this name. */
  isTestFile(path: string): boolean
  /** Files, folders and patterns of tests that the project's own command names. */
  readonly operands?: readonly string[]
  /** All files are loaded into one process, so that one can change what another sees. */
  readonly sharesProcess?: true
  /** A test that must fail, to lie where `beside` is found, and that loads these where it can; null where a file makes no test. */
  control(beside: string, subjects: readonly string[]): { readonly path: string; readonly text: string } | null
}

export interface SuiteLaunch {
  /** Null runs the whole suite. */
  readonly files: readonly string[] | null
  /** Another order, another time zone and another locale: what passes by chance or by habit shows itself. */
  readonly shuffled?: number
  /** Of one file only the test with this id, where the runner can do that: it should not need the others. */
  readonly alone?: string
}

export interface SuiteOutput {
  readonly report: string | null
  readonly stdout: string
  readonly output: string
  readonly exitCode: number | null
  /** As given by `launch`: it holds what shows that a report is ours. */
  readonly tools: Readonly<Record<string, string>>
}

export interface Runners {
  /** The runner that a test command ends up in, looked for in the files of a tree; null when none of ours does. */
  recognise(command: string, tree: TreeReader): Promise<TestRunner | null>
  /** The tests of a tree, without running any: files that the command names to its runner or interpreter, or that its runner looks for. */
  testFiles(command: string, tree: TreeReader): Promise<readonly string[]>
}

// ── Agents and the plan document ───────────────────────────────────────────────────────────────

export interface Launch extends WorkspaceId {
  readonly agent: AgentSpec
  readonly dir: string
  readonly role: Role
  readonly prompt: string
  readonly session: string | null
  readonly token: string
  readonly minutes: number
  readonly idleMinutes: number
  readonly outputMbMax: number
  readonly memoryMbMax?: number
  readonly processesMax?: number
  readonly env?: Variables
}
export interface LaunchResult {
  readonly ending: Ending
  readonly reading: ReportReading
  /** What a verifier left instead of a report. */
  readonly judgement?: JudgementReading
  readonly session: string | null
  readonly outputFile: string | null
  readonly durationMs: number
  readonly meter?: Meter
}
export interface Agents {
  /** Ends when the agent and every process it started are gone. Aborting asks it to stop, then makes it. */
  launch(
    launch: Launch,
    signal: AbortSignal,
    onLaunched: (mark: ProcessMark, outputFile: string) => Promise<void>,
  ): Promise<LaunchResult>
  /**
   * Says something to an agent that is at work, by the token of its launch, and when it will hear that. Left out where no
   * agent can be spoken to while it works: the words go with the next attempt in any case.
   */
  tell?(token: string, words: string): Promise<Reach>
  /** The session that an agent named in what it printed, for a launch whose end nobody heard. */
  sessionIn(outputFile: string): Promise<string | null>
  /** Ends whatever an earlier launch or command with this token left behind. */
  reap(token: string, mark: ProcessMark | null): Promise<void>
}

export interface Tick {
  readonly task: TaskId
  readonly criteria: readonly string[]
}
/** A task that was added while a run went on. */
export interface AddedTask {
  readonly parent: TaskId
  readonly task: Task
}
export interface PlanFile {
  /** The document as it is now, or null when it is gone. */
  read(): Promise<string | null>
  /** The boxes that are ticked in a text. */
  ticks(text: string): readonly Tick[]
  /** Writes tasks that were added behind the task each belongs to; one that stands there already is left as it is. */
  add(text: string, added: readonly AddedTask[]): string
  /** Ticks boxes in text; changes those characters and nothing else. */
  tick(text: string, ticks: readonly Tick[]): string
  /** Writes beside and renames, if the file is still `expected`; false when somebody else wrote. */
  replace(expected: string, text: string): Promise<boolean>
  readBeside(relativePath: string): Promise<string | null>
  /** Writes one of our files beside a plan that is kept in place. */
  writeBeside(relativePath: string, text: string): Promise<void>
}
