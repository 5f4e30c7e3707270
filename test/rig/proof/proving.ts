import { createRunners } from '../../../src/adapters/runners/runners.ts'
import { createMemoryStore } from '../../../src/adapters/store/memory.ts'
import { type Commit, type TaskId, taskId } from '../../../src/core/plan/ids.ts'
import type { Plan, Task } from '../../../src/core/plan/plan.ts'
import type { Defence } from '../../../src/core/proof/defence.ts'
import type { ProofStep } from '../../../src/core/proof/proof-step.ts'
import { isProven, type Receipt } from '../../../src/core/proof/receipt.ts'
import type { ReportReading } from '../../../src/core/proof/report.ts'
import type { SuiteReport } from '../../../src/core/proof/test-results.ts'
import type { Excused, Waiver } from '../../../src/core/proof/waiver.ts'
import { invariant } from '../../../src/core/result.ts'
import type { Baseline } from '../../../src/core/run/event.ts'
import type { Config } from '../../../src/core/settings/config.ts'
import { beginAttempt } from '../../../src/engine/attempt.ts'
import type { Prover } from '../../../src/engine/proof/case.ts'
import { measureBaseline } from '../../../src/engine/proof/project/baseline.ts'
import { prove } from '../../../src/engine/proof/prove.ts'
import type { CommandSpec, LaunchResult, Ports, Rooms } from '../../../src/ports.ts'
import { MemoryVault } from '../../simulation/memory-vault.ts'
import {
  baseline,
  config,
  contract,
  ended,
  keptRef,
  landed,
  opened,
  proofStarted,
  saying,
  started,
} from '../core/facts.ts'
import { type Given, given } from '../core/given.ts'
import { plan } from '../core/plan.ts'
import { obeyToy, type ToyResult } from './toy-project.ts'
import { TOY_COMMAND, TOY_WHOLE, toyHangs, toyReport, toyRunner } from './toy-suite.ts'

/** An agent's changes to files: new text, or null for a removed one. */
export type Changes = Readonly<Record<string, string | null>>

export interface ProvingOptions {
  readonly says?: ReportReading
  readonly config?: Partial<Config>
  readonly plan?: Partial<Plan>
  readonly signal?: AbortSignal
  /** Waivers for this draft. */
  readonly waivers?: readonly Waiver[]
  readonly onStep?: (step: ProofStep) => void
  readonly prover?: Prover
  /** Defences that the proof does without. */
  readonly leaveOut?: readonly Defence[]
  /** Tasks that landed before it in the same plan. */
  readonly after?: readonly EarlierTask[]
  /** The answers of tester, judge and reviewer, launch by launch; they are set in `config`. */
  readonly judge?: readonly ReaderAnswer[]
}

type ReaderAnswer = Pick<LaunchResult, 'ending' | 'judgement' | 'tester' | 'review'> & {
  /** The files that a tester leaves. */
  readonly leaves?: Changes
}

interface EarlierTask {
  readonly task: Task
  readonly changes: Changes
  /** The gate result that a human waived. */
  readonly waived?: Excused
}

/** A command's simulated output in a clean room or in the user's session; null on a healthy machine. */
export type Sickness = (command: string, ranBefore: readonly string[], home: CommandSpec['home']) => ToyResult | null

/** A project on which drafts are proven one by one, by one pm-agent with a memory. */
export class Proving {
  readonly vault = new MemoryVault()
  /** Every command that was run, in order. */
  readonly ran: string[] = []
  /** The time limit of each of them. */
  readonly minutes: number[] = []
  /** Rooms that were opened and not closed. */
  readonly roomsOpen = new Set<string>()
  readonly #store = createMemoryStore()
  readonly #files: Readonly<Record<string, string>>
  readonly #sickness: Sickness
  #rooms = 0

  constructor(files: Readonly<Record<string, string>>, sickness: Sickness = () => null) {
    this.#files = files
    this.#sickness = sickness
  }

  /** Plays one attempt at this task, from the contract to the receipt. */
  async prove(task: Task, changes: Changes, options: ProvingOptions = {}): Promise<Receipt> {
    const first = await this.#commitBase()
    const ports = { ...this.#ports(options.judge), leaveOut: new Set(options.leaveOut) }
    const earlier = options.after ?? []
    const tasks = [...earlier.map(before => before.task), task]
    const of = opened(plan(tasks, options.plan), { base: first, config: config({}, options.config) })
    const begun = given(
      of,
      { type: 'branch-started', tip: first, planCommit: false },
      { type: 'baseline-recorded', base: first, baseline: baseline() },
      { type: 'branch-published', tip: first },
    )
    const { base, start } = await this.#landed(begun, first, earlier)
    const [effect] = start.next()
    invariant(effect?.type === 'run-attempt', 'the task is dispatched')
    const began = await beginAttempt(ports, start.state, effect)
    const before = await this.vault.treeOf(base)
    const tree = await this.vault.edit(before, editsOf(changes))
    const ref = keptRef(task.id, 1)
    const draft = { base, tree, ref, changes: await this.vault.diff(before, tree), notes: [] }
    const decided = (options.waivers ?? []).map(
      waiver => ({ type: 'gates-waived', task: task.id, attempt: 1, ...waiver }) as const,
    )
    const at = start.and(began, ended(task.id, 1, { draft, reading: options.says ?? saying('success') }), decided)
    const proof = await prove(ports, at.and(proofStarted(task.id)).state, taskId(task.id), {
      token: 'token',
      signal: options.signal ?? new AbortController().signal,
      ...(options.onStep ? { onStep: options.onStep } : {}),
      ...(options.prover ? { prover: options.prover } : {}),
    })
    return proof.receipt
  }

  /** The run after these tasks have landed, in order. */
  async #landed(begun: Given, first: Commit, earlier: readonly EarlierTask[]) {
    const identity = await this.vault.identity()
    let [base, start] = [first, begun]
    for (const { task, changes, waived } of earlier) {
      const before = await this.vault.treeOf(base)
      const tree = await this.vault.edit(before, editsOf(changes))
      const commit = await this.vault.commit({ tree, parent: base, message: task.id, identity, at: 0 })
      const draft = { base, tree, ref: keptRef(task.id, 1), changes: await this.vault.diff(before, tree), notes: [] }
      start = start.and(
        started(task.id, 1, { base, contract: contract(task.id, { task }) }),
        ended(task.id, 1, { draft }),
        proofStarted(task.id),
        ...(waived ? [waivedFor(task.id, waived)] : []),
        landed(task.id, 1, { commit }),
        { type: 'branch-published', tip: commit },
      )
      base = commit
    }
    return { base, start }
  }

  /** Runs the commands on the base, as before the first dispatch. */
  async measure(
    options: Pick<ProvingOptions, 'config' | 'signal'> & { readonly tasks?: readonly Task[] } = {},
  ): Promise<Baseline> {
    const base = await this.#commitBase()
    const { state } = given(opened(plan(options.tasks ?? []), { base, config: config({}, options.config) }))
    const signal = options.signal ?? new AbortController().signal
    return measureBaseline(this.#ports(), state, base, { token: 'token', signal })
  }

  async #commitBase(): Promise<Commit> {
    const identity = await this.vault.identity()
    const tree = this.vault.store(new Map(Object.entries(this.#files)))
    return this.vault.commit({ tree, parent: null, message: 'base', identity, at: 0 })
  }

  #ports(answers: readonly ReaderAnswer[] = []): Ports {
    const left = [...answers]
    let leaves: Changes | null = null
    return {
      clock: { now: () => 0, until: async () => {} },
      ids: { runId: () => absent('a run id'), token: () => 'token' },
      store: this.#store,
      vault: this.vault,
      repository: this.vault,
      rooms: this.#roomsPort(),
      checkouts: { expect: async () => {}, settle: async () => {} },
      runners: {
        recognise: async (_, tree) => {
          const text = (await tree.readText('package.json')) ?? ''
          return text.includes(TOY_COMMAND) ? { ...toyRunner, selectsFiles: !text.includes(TOY_WHOLE) } : null
        },
        testFiles: createRunners().testFiles,
        witness: createRunners().witness,
      },
      workspaces: {
        prepare: async id => (id.judge === undefined ? absent('a workspace') : { ...id, dir: '' }),
        collect: async ({ task }, { base }) => {
          if (leaves === null) return null
          const before = await this.vault.treeOf(base)
          const tree = await this.vault.edit(before, editsOf(leaves))
          return { base, tree, ref: keptRef(task, 1), changes: await this.vault.diff(before, tree), notes: [] }
        },
        discard: async () => {},
      },
      agents: {
        launch: async () => {
          const { leaves: files = null, ...answer } = left.shift() ?? absent('an agent')
          leaves = files
          return { ...answer, reading: { is: 'missing' }, session: null, outputFile: null, durationMs: 0 }
        },
        sessionIn: async () => null,
        reap: async () => {},
      },
      planFile: {
        read: async () => null,
        ticks: () => [],
        add: text => text,
        linesOf: () => null,
        tick: text => text,
        replace: async () => false,
        beside: () => ({ read: async () => null, replace: async () => false }),
        readBeside: async () => null,
        writeBeside: async () => {},
      },
    }
  }

  #roomsPort(): Rooms {
    const rooms = new Map<string, ReadonlyMap<string, string>>()
    return {
      open: async tree => {
        const dir = `room-${++this.#rooms}`
        rooms.set(dir, this.vault.files(tree))
        this.roomsOpen.add(dir)
        return { dir }
      },
      close: async room => {
        this.roomsOpen.delete(room.dir)
      },
      furnish: async () => {},
      altered: async () => [],
      rewrite: async () => absent('a formatter'),
      environment: async () => ({ toolchain: { toy: '1' }, sandbox: 'toy' }),
      run: async (room, { command, minutes, home }, signal) => {
        const files = rooms.get(room.dir)!
        const [program, ...words] = command.split(' ')
        const turn = this.ran.filter(ran => ran.startsWith(TOY_COMMAND)).length + 1
        const sick = this.#sickness(command, this.ran, home)
        const report = program === TOY_COMMAND && !sick ? toyReport(files, words, { turn, dir: room.dir }) : null
        const { code, stdout } = sick ?? (report ? exitOf(report) : obeyToy(files, command))
        this.ran.push(command)
        this.minutes.push(minutes)
        const hangs = program === TOY_COMMAND && toyHangs(files, words)
        return {
          ...(report ? { report: JSON.stringify(report) } : {}),
          ending: signal.aborted ? { is: 'stopped' } : hangs ? { is: 'timed-out', minutes } : { is: 'exited', code },
          output: stdout,
          stdout,
          outputFile: `${room.dir}.log`,
          outputDigest: 'digest',
          durationMs: 1000,
          ...(home === 'session' ? { withheld: ['SHOP_DATABASE', 'EDITOR'] } : {}),
        }
      },
    }
  }
}

const editsOf = (changes: Changes) =>
  Object.entries(changes).map(([path, text]) => (text === null ? ({ path, remove: true } as const) : { path, text }))

const waivedFor = (task: TaskId, gate: Excused) =>
  ({ type: 'gates-waived', task, attempt: 1, by: 'Ada', note: '', as: 'approved', gates: [gate] }) as const

const exitOf = ({ tests, broken }: SuiteReport): ToyResult => ({
  code: broken.length > 0 || tests.some(test => test.status === 'failed') ? 1 : 0,
  stdout: '',
})

const absent = (what: string): never => {
  throw new Error(`nobody needs ${what} for a proof`)
}

/** A receipt in the form that tests compare: its worth, and each gate with its verdict; controls only if they failed. */
export const summary = (receipt: Receipt) => ({
  proven: isProven(receipt),
  basis: receipt.basis,
  redGreen: receipt.redGreen,
  gates: Object.fromEntries(
    receipt.gates
      // Names of the toy language are declared nowhere, so that its sources always read globals.
      .filter(({ gate, verdict }) => gate !== 'ambient' && !(gate.startsWith('control:') && verdict === 'passed'))
      .map(({ gate, verdict, blocking }) => [
        gate,
        blocking || verdict === 'passed' ? verdict : `${verdict}, not blocking`,
      ]),
  ),
})

/** The gate's evidence. */
export const evidence = (receipt: Receipt, name: string): string | null =>
  receipt.gates.find(({ gate }) => gate === name)?.evidence ?? null

/** A receipt that was refused by reading the diff alone. */
export const refused = (...gates: readonly string[]) => ({
  proven: false,
  basis: 'none',
  redGreen: [],
  gates: Object.fromEntries(gates.map(gate => [gate, 'failed'])),
})

/** A receipt of a project with a linter and a suite read as a whole, shown by its tests. */
export const SHOWN_BY_TESTS = {
  proven: true,
  basis: 'red-green',
  redGreen: ['test'],
  gates: { lint: 'passed', test: 'passed', 'red-green': 'passed', gutting: 'passed' },
}
