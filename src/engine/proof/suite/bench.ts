import { createHash } from 'node:crypto'
import type { Tree } from '../../../core/plan/ids.ts'
import type { Compiler } from '../../../core/proof/compilers.ts'
import type { CommandRun } from '../../../core/proof/receipt.ts'
import type { Ending, RoomChanges } from '../../../core/run/ending.ts'
import type { Fittings, Limits } from '../../../core/settings/config.ts'
import type { CommandResult, CommandSpec, Ports, Rewriting, Room } from '../../../ports.ts'
import { RoomAltered } from './room-altered.ts'

/** The outcome of one command on one tree. */
export interface CommandOutcome {
  readonly ending: Ending
  readonly output: string
  readonly stdout: string
  readonly outputFile: string
  readonly outputDigest: string
  readonly durationMs: number
  readonly cached: boolean
  /** The output of our reporter; null if there is none. */
  readonly report?: string | null
  /** Set if the room could not be set up, so the command did not run. */
  readonly setupFailed?: true
  /** In the user's own session: variables that commands in rooms do not get. */
  readonly withheld?: readonly string[]
  /** Tracked files of its room that it touched. */
  readonly tracked?: RoomChanges
  /** The folder of its room; absent in results that earlier versions remembered. */
  readonly place?: string
}

/**
 * The purpose of a room. Tests are the agent's program and may leave anything behind, so criteria, which check
 * the code from outside, never run in a room where tests ran.
 */
export type RoomUse = 'project' | 'criteria' | 'format' | 'session' | `${'project' | 'criteria'}, apart ${number}`

export const exitCodeOf = (outcome: CommandOutcome): number | null =>
  outcome.ending.is === 'exited' ? outcome.ending.code : null
export const isGreen = (outcome: CommandOutcome): boolean => exitCodeOf(outcome) === 0
/** Failed. A failed setup, or a command that did not run, is neither red nor green: it tells nothing about the code. */
export const isRed = (outcome: CommandOutcome): boolean =>
  !isGreen(outcome) && !outcome.setupFailed && outcome.ending.is !== 'could-not-start'

/** Commands that prepare a room, in order. */
export interface Preparation {
  readonly setup: string | undefined
  readonly build: string | undefined
}

/** A time limit if it is lower than the general one. */
type Wish = Pick<CommandSpec, 'command' | 'home' | 'ofBase' | 'tools'> & { readonly minutes?: number | undefined }

/** Files rewritten by a command, and its outcome. */
export interface Rewritten extends Omit<Rewriting, 'result'> {
  readonly outcome: CommandOutcome
}

/** A room with the outcome of its preparation. */
interface OpenedRoom {
  readonly room: Room
  readonly problem: (CommandOutcome & { readonly command: string }) | null
  readonly built: (CommandOutcome & { readonly command: string }) | null
}

/** Thrown when the user stops the run during a proof; the proof is repeated later. */
export class Interrupted extends Error {}

/**
 * Runs commands on trees, each in a clean room. A green result is remembered by (tree, command, environment), so the
 * same check never runs twice on the same code; a red one is run again, because the machine may have been at fault.
 */
export class Bench {
  readonly #ports: Pick<Ports, 'rooms' | 'store'>
  readonly #limits: Limits
  readonly #token: string
  readonly #signal: AbortSignal
  readonly #preparation: (tree: Tree) => Preparation
  readonly #fittings: Fittings
  readonly #compilers: readonly Compiler[]
  readonly #base: Tree
  readonly #mayChange: (tree: Tree, path: string) => boolean
  /** Tracked files that commands write to on the base too, and leave as they were. */
  readonly #restoredOnBase = new Set<string>()
  readonly #meantToFail = new Set<Tree>()
  readonly #withheld = new Set<Tree>()
  readonly #rooms = new Map<string, Promise<OpenedRoom>>()
  readonly #names = new Map<Tree, string>()
  readonly #runs: CommandRun[] = []
  #onRun: (on: string) => void = () => {}

  constructor(
    ports: Pick<Ports, 'rooms' | 'store'>,
    options: {
      readonly limits: Limits
      readonly fittings: Fittings
      readonly token: string
      readonly signal: AbortSignal
      readonly preparation: (tree: Tree) => Preparation
      /** Programs whose versions the results depend on. */
      readonly compilers: readonly Compiler[]
      /** The tree without anything of an unproven draft. */
      readonly base: Tree
      /** Tracked files that commands may change on a tree; left out where there are none. */
      readonly mayChange?: (tree: Tree, path: string) => boolean
    },
  ) {
    this.#ports = ports
    this.#limits = options.limits
    this.#token = options.token
    this.#signal = options.signal
    this.#preparation = options.preparation
    this.#fittings = options.fittings
    this.#compilers = options.compilers
    this.#base = options.base
    this.#mayChange = options.mayChange ?? (() => false)
  }

  /** The outcome of a command on a tree, or of its failed preparation. */
  async run(tree: Tree, command: string, use: RoomUse = 'project'): Promise<CommandOutcome> {
    const key = await this.#key('command', tree, command)
    const known = await this.#ports.store.recall(key)
    if (known) return { ...(JSON.parse(known) as CommandOutcome), cached: true }
    const outcome = await this.fresh(tree, { command }, use)
    if (isGreen(outcome)) await this.#ports.store.remember(key, JSON.stringify(outcome))
    return outcome
  }

  /** The same without the cache. */
  async fresh(tree: Tree, what: Omit<Wish, 'home' | 'ofBase'>, use: RoomUse = 'project'): Promise<CommandOutcome> {
    const { room, problem } = await this.#prepared(tree, use)
    if (problem) return problem
    const wish = { ...what, home: 'empty', ofBase: this.isBase(tree) } as const
    const outcome = await this.#execute(tree, room, wish)
    if (!this.#meantToFail.has(tree)) await this.#expectUntouched(tree, what, outcome)
    else if (outcome.tracked) await this.#giveUp(tree, use)
    return outcome
  }

  /** The same in the user's own session, for committed code. */
  async inSession(tree: Tree, command: string): Promise<CommandOutcome> {
    const { room, problem } = await this.#prepared(tree, 'session')
    return problem ?? this.#execute(tree, room, { command, home: 'session' })
  }

  /** Lets a command rewrite files of a tree; a failed preparation is returned instead. */
  async rewrite(tree: Tree, command: string, paths: readonly string[]): Promise<Rewritten> {
    const { room, problem } = await this.#prepared(tree, 'format')
    if (problem) return { outcome: problem, texts: new Map(), others: [] }
    const { result, texts, others } = await this.#ports.rooms.rewrite(
      room,
      this.#specOf({ command, home: 'empty' }),
      paths,
      this.#signal,
    )
    return { outcome: outcomeOf(result), texts, others }
  }

  /** A cached value derived from a command's outcome on a tree. */
  async once<T>(tree: Tree, what: string, work: () => Promise<{ readonly value: T; readonly keep: boolean }>) {
    const key = await this.#key('derived', tree, what)
    const known = await this.#ports.store.recall(key)
    if (known) return { value: JSON.parse(known) as T, cached: true }
    const { value, keep } = await work()
    if (keep) await this.#ports.store.remember(key, JSON.stringify(value))
    return { value, cached: false }
  }

  /** Names a tree in the list of runs. */
  call(tree: Tree, name: string): void {
    if (!this.#names.has(tree)) this.#names.set(tree, name)
  }

  /** A form that is meant to fail: its commands may alter its room. */
  expectToFail(tree: Tree): void {
    this.#meantToFail.add(tree)
  }

  /** Calls back when a command begins, with the name of its tree. */
  whenRun(told: (on: string) => void): void {
    this.#onRun = told
  }

  /** All commands that ran, in the order of their ends. */
  get runs(): readonly CommandRun[] {
    return this.#runs
  }

  isBase(tree: Tree): boolean {
    return tree === this.#base
  }

  /** The outcome of the build; null if there is none or if setup failed. */
  async built(tree: Tree): Promise<(CommandOutcome & { command: string }) | null> {
    return (await this.#prepared(tree, 'project')).built
  }

  /** The room of a tree. */
  async placeOf(tree: Tree, use: RoomUse = 'project'): Promise<string> {
    return (await this.#prepared(tree, use)).room.dir
  }

  /** The outcome of the preparation; null if there is nothing to prepare. */
  async prepare(tree: Tree): Promise<(CommandOutcome & { command: string }) | null> {
    const { setup, build } = this.#preparation(tree)
    if (!setup && !build) return null
    return (await this.#prepared(tree, 'project')).problem
  }

  /** Prepares a tree again in a fresh checkout, which replaces the room that failed. */
  async prepareAgain(tree: Tree): Promise<(CommandOutcome & { command: string }) | null> {
    const name = `project ${tree}`
    const before = await this.#rooms.get(name)
    this.#rooms.delete(name)
    if (before) await this.#ports.rooms.close(before.room)
    return (await this.#prepared(tree, 'project')).problem
  }

  async close(): Promise<void> {
    for (const opening of this.#rooms.values()) {
      const opened = await opening.catch(() => null)
      if (opened) await this.#ports.rooms.close(opened.room)
    }
    this.#rooms.clear()
  }

  /** Commands on this tree are not named on the receipt, and may change files there. */
  withhold(tree: Tree): void {
    this.#withheld.add(tree)
    this.#meantToFail.add(tree)
  }

  /** Closes the rooms of a tree; the next command gets a fresh one. */
  async forget(tree: Tree): Promise<void> {
    for (const [name, opening] of this.#rooms) {
      if (!name.endsWith(` ${tree}`)) continue
      this.#rooms.delete(name)
      await this.#ports.rooms.close((await opening).room)
    }
  }

  /** Retires this room; the next command gets a fresh one. */
  async #giveUp(tree: Tree, use: RoomUse): Promise<void> {
    const name = roomName(tree, use)
    const opened = await this.#rooms.get(name)
    this.#rooms.delete(name)
    if (opened) await this.#ports.rooms.close(opened.room)
  }

  #prepared(tree: Tree, use: RoomUse) {
    const name = roomName(tree, use)
    const known = this.#rooms.get(name)
    if (known) return known
    const opening = this.#open(tree)
    this.#rooms.set(name, opening)
    return opening
  }

  async #open(tree: Tree): Promise<OpenedRoom> {
    const room = await this.#ports.rooms.open(tree, this.#fittings)
    const { setup, build } = this.#preparation(tree)
    let built: OpenedRoom['built'] = null
    for (const [command, home] of [
      [setup, 'users'],
      [build, 'empty'],
    ] as const) {
      if (!command) continue
      const outcome = await this.#execute(tree, room, { command, home, ofBase: this.isBase(tree) })
      if (!this.#meantToFail.has(tree)) this.#expectAsInTree(tree, command, outcome)
      const setupFailed = command === setup ? ({ setupFailed: true } as const) : {}
      if (command === build) built = { ...outcome, command }
      if (!isGreen(outcome)) return { room, problem: { ...outcome, command, ...setupFailed }, built }
    }
    return { room, problem: null, built }
  }

  async #execute(tree: Tree, room: Room, what: Wish): Promise<CommandOutcome> {
    const on = this.#names.get(tree) ?? 'another form'
    this.#onRun(on)
    const outcome = {
      ...outcomeOf(await this.#ports.rooms.run(room, this.#specOf(what), this.#signal)),
      place: room.dir,
    }
    const { durationMs } = outcome
    this.#runs.push({
      on,
      command: this.#withheld.has(tree) ? 'a held-out check' : what.command,
      exitCode: exitCodeOf(outcome),
      durationMs,
    })
    return outcome
  }

  #expectAsInTree(tree: Tree, command: string, { tracked }: CommandOutcome): void {
    const paths = tracked?.changed.filter(path => !this.#mayChange(tree, path)) ?? []
    if (paths.length > 0) throw new RoomAltered({ on: this.#nameOf(tree), command, paths, restored: false })
  }

  /**
   * No check may change a tracked file, not even temporarily: the code that it rewrites, runs and restores
   * is not the code under proof. If the same check does that on the base too, it is how the project works.
   */
  async #expectUntouched(tree: Tree, what: Omit<Wish, 'home' | 'ofBase'>, outcome: CommandOutcome): Promise<void> {
    this.#expectAsInTree(tree, what.command, outcome)
    const restored = outcome.tracked?.restored.filter(path => !this.#mayChange(tree, path)) ?? []
    if (this.isBase(tree)) for (const path of restored) this.#restoredOnBase.add(path)
    const isNew = (path: string) => !this.#restoredOnBase.has(path)
    if (this.isBase(tree) || !restored.some(isNew)) return
    await this.fresh(this.#base, what)
    const paths = restored.filter(isNew)
    if (paths.length > 0)
      throw new RoomAltered({ on: this.#nameOf(tree), command: what.command, paths, restored: true })
  }

  #nameOf(tree: Tree): string {
    return this.#names.get(tree) ?? (this.isBase(tree) ? 'the base' : 'another form')
  }

  #specOf(what: Wish): CommandSpec {
    const { gateMinutes } = this.#limits
    return {
      ...what,
      minutes: Math.min(gateMinutes, what.minutes ?? gateMinutes),
      limits: this.#limits,
      token: this.#token,
    }
  }

  /** The kind is part of it: a criterion may be the very command with which a runner is started. */
  async #key(kind: 'command' | 'derived', tree: Tree, what: string): Promise<string> {
    const environment = await this.#ports.rooms.environment(this.#fittings, this.#compilers)
    return createHash('sha256')
      .update(JSON.stringify(['4', kind, tree, what, this.#preparation(tree), environment]))
      .digest('hex')
  }
}

const roomName = (tree: Tree, use: RoomUse): string => `${use} ${tree}`

function outcomeOf(result: CommandResult): CommandOutcome {
  if (result.ending.is === 'stopped') throw new Interrupted()
  return { ...result, cached: result.cached ?? false }
}
