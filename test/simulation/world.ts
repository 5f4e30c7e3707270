import { createMemoryDisk, createMemoryStore } from '../../src/adapters/store/memory.ts'
import { type RunId, runId, type TaskId, taskId } from '../../src/core/plan/ids.ts'
import type { Draft } from '../../src/core/proof/draft.ts'
import type { Ending } from '../../src/core/run/ending.ts'
import type { ProcessMark } from '../../src/core/run/event.ts'
import type {
  Agents,
  Ids,
  Launch,
  LaunchResult,
  PlanFile,
  Ports,
  Room,
  Rooms,
  Tick,
  WorkspaceId,
  Workspaces,
} from '../../src/ports.ts'
import { behaviourOf, endingOf, goodSource, movesOf, REWRITES, readingOf } from './agents/behaviour.ts'
import { diagnoserOf, diagnosisOf } from './agents/diagnoser.ts'
import {
  finalReviewEnding,
  finalReviewerOf,
  finalReviewOf,
  judgementOf,
  judgeOf,
  reviewerOf,
  reviewOf,
} from './agents/judge.ts'
import { oddEndingOf } from './agents/odd-ending.ts'
import { alsoAsked, findsTooLarge, plannerEnding, plannerOf, proposalOf } from './agents/planner.ts'
import type { FakeClock } from './clock.ts'
import { MemoryVault } from './memory-vault.ts'
import type { Vendor } from './night.ts'
import { linesIn } from './simulated-plan.ts'
import { obey, reportOf, simulatedRunners } from './simulated-suite.ts'
import type { Story } from './story.ts'

export interface WorldOptions
  extends Pick<
    Story,
    'seed' | 'trouble' | 'odd' | 'rare' | 'reads' | 'outage' | 'redBase' | 'verifies' | 'planner' | 'words'
  > {
  /** The number of the last task, where it verifies the others. */
  readonly tasks?: number
  readonly clock: FakeClock
  /** Who sells the agents' work, where a story tells of that. */
  readonly vendor?: Vendor
}

interface SimulatedWorkspace {
  readonly files: Map<string, string>
  /** Whether an agent wrote since the files were last kept. */
  unkept: boolean
  /** The agent at work in it. */
  process: { alive: boolean } | null
}

/** Everything outside the engine, as one object that survives the engine's death: disk, processes, agents, time. */
export class World {
  readonly vault = new MemoryVault()
  readonly disk = createMemoryDisk()
  readonly processes = new Map<string, { alive: boolean; mark: ProcessMark }>()
  readonly faults: string[] = []
  readonly launches = new Map<TaskId, number>()
  engineGeneration = 0
  /** Engines that live beside it. */
  readonly living = new Set<number>()
  /** Engines that have not come to their end. */
  readonly driving = new Set<number>()
  runningMax = 0
  /** Tasks of a run whose agents were alive at the same time. */
  readonly together: { readonly run: RunId; readonly tasks: readonly [TaskId, TaskId] }[] = []
  readonly #running = new Map<TaskId, { readonly alive: boolean }>()
  readonly #workspaces = new Map<string, SimulatedWorkspace>()
  readonly #options: WorldOptions
  #counter = 0
  #launched = 0

  constructor(options: WorldOptions) {
    this.#options = options
  }

  /** A connection to the disk, as one process has it. */
  openStore() {
    return createMemoryStore({
      disk: this.disk,
      isHolderAlive: ({ pid }) => pid === this.engineGeneration || this.living.has(pid),
    })
  }

  ports(): Ports {
    return {
      clock: this.#options.clock,
      ids: this.#ids(),
      store: this.openStore(),
      repository: this.vault,
      vault: this.vault,
      workspaces: this.#workspacesPort(),
      rooms: this.#rooms(),
      checkouts: { expect: async () => {}, settle: async () => {} },
      runners: simulatedRunners(this.#options.reads === true),
      agents: this.#agents(),
      planFile: this.#options.words ? { ...simulatedPlanFile, linesOf: linesIn } : simulatedPlanFile,
    }
  }

  #ids(): Ids {
    return { runId: plan => runId(`${plan}-${++this.#counter}`), token: () => `token-${++this.#counter}` }
  }

  #workspacesPort(): Workspaces {
    return {
      prepare: async (id, spec) => {
        const base = await this.vault.treeOf(spec.base)
        const start = spec.from ? this.vault.kept.get(spec.from) : base
        if (!start) throw new Error(`nothing is kept under ${spec.from}`)
        this.#workspaces.set(key(id), { files: new Map(this.vault.files(start)), unkept: false, process: null })
        return { ...id, dir: key(id) }
      },
      collect: async (id, spec): Promise<Draft | null> => {
        const workspace = this.#workspaces.get(key(id))
        if (!workspace) return null
        if (workspace.process?.alive) this.faults.push('I8: files were collected while their agent was alive')
        const ref = `refs/pm-agent/${key(id)}`
        const tree = this.vault.store(workspace.files)
        await this.vault.keep(
          ref,
          await this.vault.commit({
            tree,
            parent: spec.base,
            message: ref,
            identity: await this.vault.identity(),
            at: spec.at,
          }),
        )
        workspace.unkept = false
        return {
          base: spec.base,
          tree,
          ref,
          changes: await this.vault.diff(await this.vault.treeOf(spec.base), tree),
          notes: [],
        }
      },
      discard: async id => {
        if (id.judge === undefined && this.#workspaces.get(key(id))?.unkept)
          this.faults.push(`I3: the only copy of ${key(id)} was removed`)
        this.#workspaces.delete(key(id))
      },
    }
  }

  #agents(): Agents {
    return {
      launch: (launch, signal, onLaunched) => {
        if (launch.role === 'final-reviewer') return this.#review(launch, signal)
        if (launch.role === 'planner') return this.#plan(launch, signal)
        if (launch.role === 'diagnoser') return this.#diagnose(launch, signal)
        return launch.role === 'verifier' || launch.role === 'reviewer'
          ? this.#read(launch, signal)
          : this.#launch(launch, signal, onLaunched)
      },
      sessionIn: async () => null,
      reap: async token => {
        const process = this.processes.get(token)
        if (process) process.alive = false
      },
    }
  }

  async #launch(
    launch: Launch,
    signal: AbortSignal,
    onLaunched: (mark: ProcessMark, outputFile: string) => Promise<void>,
  ): Promise<LaunchResult> {
    const { clock, seed, vendor } = this.#options
    const started = clock.now()
    const isRefused = ++this.#launched <= (this.#options.outage ?? 0)
    const odd = isRefused ? OVERLOADED : oddEndingOf(seed, launch.task, launch.attempt, this.#options.odd ?? 0)
    if (odd?.is === 'could-not-start') return nothingRan(odd)
    const mark = { pid: ++this.#counter, startTime: String(started) }
    const process = { alive: true, mark }
    this.processes.set(launch.token, process)
    this.launches.set(launch.task, (this.launches.get(launch.task) ?? 0) + 1)
    for (const [task, other] of this.#running)
      if (other.alive) this.together.push({ run: launch.run, tasks: [task, launch.task] })
    this.#running.set(launch.task, process)
    this.runningMax = Math.max(this.runningMax, this.#livingProcesses())
    // An agent that nobody knows of must not go on: it is ended like any other.
    await onLaunched(mark, `${launch.token}.log`).catch((error: unknown) => {
      process.alive = false
      throw error
    })
    const usual = behaviourOf(seed, launch.task, launch.attempt, this.#options)
    const isTooLarge = this.#options.planner === true && findsTooLarge(seed, launch.task, launch.attempt)
    const kind = isTooLarge ? 'too-large' : (vendor?.behaviour(launch, usual) ?? usual)
    const workspace = this.#workspaces.get(key(launch))!
    this.workIn(launch, process)
    const deadline = started + launch.minutes * 60_000
    const session = vendor?.session(launch) ?? null
    let cut: Ending | null = odd
    if (vendor && session === null) cut = { is: 'agent-error', problem: `no conversation ${launch.session}` }
    const asked = this.#options.planner && kind !== 'too-large' ? alsoAsked(launch.prompt, launch.task) : []
    const moves = [...movesOf(kind, launch.task, workspace.files), ...asked]
    for (const move of this.#verifies(launch.task) && kind === 'honest' ? [] : moves) {
      cut ??= vendor?.limitAt(clock.now()) ?? null
      if (cut) break
      const limit = vendor?.nextLimit(clock.now()) ?? Number.MAX_SAFE_INTEGER
      await clock.until(Math.min(clock.now() + move.afterMs, limit), signal)
      // A dead process writes nothing, whoever killed it.
      if (!process.alive || signal.aborted) break
      cut = vendor?.limitAt(clock.now()) ?? null
      if (cut) break
      if (move.text === null) workspace.files.delete(move.path)
      else workspace.files.set(move.path, move.text)
      workspace.unkept = true
    }
    let ending: Ending | 'never' = endingOf(kind)
    if (ending === 'never') {
      await clock.until(deadline, signal)
      ending = { is: 'timed-out', minutes: launch.minutes }
    }
    // Nobody hears of what a dead process did.
    const isHeard = process.alive
    process.alive = false
    if (signal.aborted) ending = { is: 'stopped' }
    return {
      ending: cut ?? ending,
      reading: cut ? { is: 'missing' } : readingOf(kind, launch.task),
      session,
      ...(vendor && session && isHeard ? { meter: vendor.bill(session) } : {}),
      outputFile: null,
      durationMs: clock.now() - started,
    }
  }

  /** A judge or reviewer takes the place of whoever it reads, so that it does not count as one more at work. */
  async #read(launch: Launch, signal: AbortSignal): Promise<LaunchResult> {
    const { clock, seed, trouble } = this.#options
    const started = clock.now()
    const process = { alive: true, mark: { pid: ++this.#counter, startTime: String(started) } }
    this.processes.set(launch.token, process)
    this.workIn(launch, process)
    const { task, attempt } = launch
    const judges = judgeOf(seed, task, attempt, trouble)
    const reviews = reviewerOf(seed, task, attempt, trouble)
    const isJudge = launch.role === 'verifier'
    const kind = isJudge ? judges : reviews
    await clock.until(started + (kind === 'hangs' ? launch.minutes * 60_000 : 40_000), signal)
    if (kind === 'writes' && process.alive) {
      const workspace = this.#workspaces.get(key(launch))!
      workspace.files.set('src/0', 'what the judge likes better')
      workspace.unkept = true
    }
    process.alive = false
    const ended: Ending =
      kind === 'hangs'
        ? { is: 'timed-out', minutes: launch.minutes }
        : kind === 'crashes'
          ? { is: 'signalled', signal: 'SIGSEGV' }
          : { is: 'exited', code: 0 }
    return {
      ending: signal.aborted ? { is: 'stopped' } : ended,
      reading: { is: 'missing' },
      ...(isJudge ? { judgement: judgementOf(judges) } : { review: reviewOf(reviews) }),
      session: null,
      outputFile: null,
      durationMs: clock.now() - started,
    }
  }

  /** A reviewer of the whole branch, which looks when no other agent is at work. */
  async #review(launch: Launch, signal: AbortSignal): Promise<LaunchResult> {
    const { clock, seed, trouble } = this.#options
    if (this.#livingProcesses() > 0) this.faults.push('I5: a reviewer looked while an agent was at work')
    const kind = finalReviewerOf(seed, launch.attempt, clock.now(), trouble)
    const result = await this.#look(launch, signal, { ending: finalReviewEnding(kind), writes: kind === 'writes' })
    const [path] = this.#workspaces.get(key(launch))!.files.keys()
    return { ...result, finalReview: finalReviewOf(kind, path!) }
  }

  async #plan(launch: Launch, signal: AbortSignal): Promise<LaunchResult> {
    const { seed, trouble } = this.#options
    const kind = plannerOf(seed, launch.task, launch.attempt, trouble)
    const result = await this.#look(launch, signal, { ending: plannerEnding(kind), writes: kind === 'writes' })
    return { ...result, proposal: proposalOf(kind, launch) }
  }

  async #diagnose(launch: Launch, signal: AbortSignal): Promise<LaunchResult> {
    const { clock, seed, trouble } = this.#options
    const kind = diagnoserOf(seed, clock.now(), trouble)
    const result = await this.#look(launch, signal, { ending: plannerEnding(kind), writes: kind === 'writes' })
    const [path] = this.#workspaces.get(key(launch))!.files.keys()
    return { ...result, diagnosis: diagnosisOf(kind, path!) }
  }

  /** An agent that only looks at a copy, unless it writes into it. */
  async #look(launch: Launch, signal: AbortSignal, on: { ending: Ending; writes: boolean }): Promise<LaunchResult> {
    const { clock } = this.#options
    const started = clock.now()
    const process = { alive: true, mark: { pid: ++this.#counter, startTime: String(started) } }
    this.processes.set(launch.token, process)
    this.workIn(launch, process)
    await clock.until(started + 60_000, signal)
    const workspace = this.#workspaces.get(key(launch))!
    if (on.writes && process.alive) {
      workspace.files.set('src/0', 'what it likes better')
      workspace.unkept = true
    }
    process.alive = false
    const ending: Ending = signal.aborted ? { is: 'stopped' } : on.ending
    return { ...nothingRan(ending), durationMs: clock.now() - started }
  }

  /** From now on this process is at work in that workspace. */
  workIn(id: WorkspaceId, process: { alive: boolean }): void {
    this.#workspaces.get(key(id))!.process = process
  }

  #verifies(task: TaskId): boolean {
    const { verifies, tasks } = this.#options
    return verifies === true && task === String(tasks)
  }

  /** Whether the suite failed before anybody worked: then nothing can hold the tests of others. */
  get isBaseRed(): boolean {
    return this.#options.redBase === true
  }

  #livingProcesses(): number {
    return [...this.processes.values()].filter(process => process.alive).length
  }

  #rooms(): Rooms {
    const rooms = new Map<string, Map<string, string>>()
    return {
      open: async tree => {
        const room: Room = { dir: `room-${++this.#counter}` }
        rooms.set(room.dir, new Map(this.vault.files(tree)))
        return room
      },
      close: async room => {
        rooms.delete(room.dir)
      },
      furnish: async () => {},
      altered: async () => [],
      rewrite: async () => {
        throw new Error('nobody formats in a simulation')
      },
      environment: async () => ({ toolchain: { world: '1' }, sandbox: 'simulated' }),
      run: async (room, spec, signal) => {
        const { clock } = this.#options
        const started = clock.now()
        await clock.until(started + 5_000, signal)
        const files = rooms.get(room.dir)!
        const rewritten = rewrittenBy(files)
        const shown = obey(files, spec.command)
        const ending: Ending = signal.aborted ? { is: 'stopped' } : { is: 'exited', code: shown.code }
        return {
          ending,
          output: shown.output,
          stdout: shown.output,
          outputFile: '',
          outputDigest: '',
          durationMs: clock.now() - started,
          report: reportOf(files, spec.command),
          ...(rewritten ? { tracked: { changed: [rewritten], restored: [] } } : {}),
        }
      },
    }
  }
}

const OVERLOADED: Ending = { is: 'overloaded', problem: 'try again later' }

/** A draft may bring code that changes the room in which it is proven; the source that it made good. */
function rewrittenBy(files: Map<string, string>): string | null {
  const task = files.get(REWRITES)
  if (task === undefined || files.get(`src/${task}`) === goodSource(task)) return null
  files.set(`src/${task}`, goodSource(task))
  return `src/${task}`
}

const nothingRan = (ending: Ending): LaunchResult => ({
  ending,
  reading: { is: 'missing' },
  session: null,
  outputFile: null,
  durationMs: 0,
})

const key = (id: WorkspaceId): string =>
  `${id.run as RunId}/${id.task}/${id.attempt}${id.judge === undefined ? '' : ` judged by ${id.judge}`}`

/** The plan of the simulation is a list of boxes, one a line. */
const simulatedPlanFile: PlanFile = {
  read: async () => null,
  ticks: (text): readonly Tick[] =>
    [...text.matchAll(/^\[x\] (.+)$/gm)].map(match => ({ task: taskId(match[1]!), criteria: [] })),
  add: (text, added) =>
    added.reduce((done, { task }) => (done.includes(`] ${task.id}\n`) ? done : `${done}[ ] ${task.id}\n`), text),
  linesOf: () => null,
  tick: (text, ticks) => ticks.reduce((done, tick) => done.replace(`[ ] ${tick.task}\n`, `[x] ${tick.task}\n`), text),
  replace: async () => false,
  beside: () => ({ read: async () => null, replace: async () => false }),
  readBeside: async () => null,
  writeBeside: async () => {},
}
