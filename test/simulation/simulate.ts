import { seenOf } from '../../src/core/journal/seen.ts'
import { type RunId, type TaskId, taskId } from '../../src/core/plan/ids.ts'
import type { Plan, Task, Tier } from '../../src/core/plan/plan.ts'
import { asksOnly, blockers } from '../../src/core/proof/receipt.ts'
import { unwaivable } from '../../src/core/proof/waiver.ts'
import type { Command } from '../../src/core/run/input.ts'
import { draftOf, type RunState, type TaskRun } from '../../src/core/run/state.ts'
import { type Config, DEFAULT_LIMITS } from '../../src/core/settings/config.ts'
import { drive, LeaseLost } from '../../src/engine/engine.ts'
import { openRun } from '../../src/engine/open.ts'
import type { Ports } from '../../src/ports.ts'
import { criterion, task } from '../rig/core/plan.ts'
import { FakeClock } from './clock.ts'
import { type CrashPoint, mortal } from './crash.ts'
import { type Fault, faulty, SimulatedFault } from './fault.ts'
import { brokenInvariants } from './invariants.ts'
import { meddle, refusing, standingStill } from './meddling.ts'
import { type Night, Vendor } from './night.ts'
import { Random } from './random.ts'
import { type Shape, SimulatedDocument, shaped } from './shape.ts'
import { World } from './world.ts'

export interface Story {
  readonly seed: number
  readonly tasks: number
  readonly trouble: number
  readonly parallel: number
  /** Where each life of the engine ends; the last one lives. */
  readonly crashes: readonly CrashPoint[]
  /** What goes wrong in each life of the engine while it lives on; the last lives are undisturbed. */
  readonly faults?: readonly (readonly Fault[])[]
  /** How likely a launch ends by a limit, the machine or the vendor. */
  readonly odd?: number
  /** A human speaks to the run while it goes on. */
  readonly meddles?: true
  /** Branches move, publishing is refused and checks cannot run now and then. */
  readonly refuses?: true
  readonly quick?: true
  /** Another engine is started while the first one lives; one that takes over finds the first one silent. */
  readonly second?: { readonly afterMs: number; readonly takesOver: boolean }
  /** A human who now and then stops the run and sends escalated tasks back. */
  readonly human: boolean
  /** How often that human asks for changes, rejects tasks and pauses the run. */
  readonly reviews?: 'often' | 'seldom'
  /** A judge looks at everything; it is no better than the agents. */
  readonly judge?: true
  /** A task with a sub-plan, one whose sub-plan is not written, an integration test, and a human who edits the plan. */
  readonly shape?: Shape
  /** A long plan whose tasks hardly need each other, while the vendor has its limits. */
  readonly night?: Night
}

export interface Told {
  readonly state: RunState
  readonly world: World
  readonly broken: readonly string[]
  /** Calls to the outside in the last life: every one of them is a place to die at. */
  readonly calls: number
  readonly lives: number
  /** When the engine died. */
  readonly deaths: readonly number[]
  /** The calls that went wrong, in order. */
  readonly faults: readonly string[]
  readonly vendor: Vendor | null
}

/** Puts a command where other processes put theirs. */
type Submit = (run: RunId, command: Command) => Promise<void>
/** What a test puts around the world's ports. */
type Around = (ports: Ports, submit: Submit) => Ports

const WEEK_MS = 7 * 24 * 3600_000
const LIVES_MAX = 60

/** Plays one story from beginning to end and looks at what it left behind. */
export async function simulate(story: Story, around: Around = ports => ports): Promise<Told> {
  const clock = new FakeClock()
  const vendor = story.night ? new Vendor(story.night, clock.now()) : null
  const { seed, trouble, odd = 0, tasks } = story
  const world = new World({ seed, trouble, odd, clock, ...(vendor ? { vendor } : {}) })
  const document = new SimulatedDocument(
    shaped(planFor(story), story.shape ?? {}, simulatedTask),
    story.shape ?? {},
    simulatedTask,
  )
  const base = world.vault.store(
    new Map([
      ['Makefile', ''],
      ['src/0', 'good 0'],
      ['tests/0', 'good 0'],
    ]),
  )
  world.vault.head = await world.vault.commit({
    tree: base,
    parent: null,
    message: 'start',
    identity: await world.vault.identity(),
    at: 0,
  })

  const crashes = [...story.crashes]
  const deaths: number[] = []
  const played: string[] = []
  const human = new Random(story.seed ^ 0x5eed)
  for (let lives = 1; lives <= LIVES_MAX; lives++) {
    world.engineGeneration = lives
    const submit: Submit = async (run, command) => void (await world.openStore().submit(run, command, clock.now()))
    const faults = story.faults?.[lives - 1] ?? []
    world.living.clear()
    world.living.add(lives)
    const own = story.second && lives === 1 ? besides(story, clock, world.ports()) : world.ports()
    const allowed = story.refuses ? refusing(own, seed + lives) : own
    const outside = faulty(around(allowed, submit), faults, what => played.push(what))
    const life = mortal(outside, crashes.shift() ?? null)
    const living = live(life.ports, document, { generation: lives, story })
      .catch((error: Error) => ({ error }))
      .finally(() => world.driving.delete(lives))
    world.driving.add(lives)
    const over = new AbortController()
    if (story.meddles) void meddle(world, clock, { seed: seed + lives, tasks, signal: over.signal })
    const second =
      story.second && lives === 1 ? secondEngine(world, clock, document, story, around(world.ports(), submit)) : null
    const both = second ? Promise.all([living, second]).then(ends => later(...ends)) : living
    const lived = await clock.run(Promise.race([both, life.died]), WEEK_MS)
    over.abort()
    const told = { world, lives, deaths, vendor, faults: played }
    if (lived === null) return { ...told, state: null as never, broken: ['I11: the engine hangs'], calls: 0 }
    if (lived === 'died') {
      deaths.push(clock.now())
      continue
    }
    if ('error' in lived) {
      if (isExpected(lived.error, faults)) continue
      return { ...told, state: null as never, broken: [`the engine fails: ${lived.error.stack}`], calls: 0 }
    }
    // What the machine's trouble halted goes on when `run` is called again.
    if ((faults.length > 0 || story.refuses) && lived.halted) continue
    if (
      (story.meddles || story.reviews) &&
      (lived.stopped || (await world.openStore().pending(lived.opened.runId)).length > 0)
    )
      continue
    if (story.refuses && lived.published !== lived.tip) continue
    if (story.second?.takesOver) forgive(world)
    if (story.human && (await interfere(world, lived, { human, clock, story }))) continue
    return { ...told, state: lived, broken: await brokenInvariants(world, lived), calls: life.calls() }
  }
  const broken = [`I11: not at rest after ${LIVES_MAX} lives`]
  return { state: null as never, world, broken, calls: 0, lives: LIVES_MAX, deaths, vendor, faults: played }
}

async function live(
  ports: Ports,
  document: SimulatedDocument,
  { generation, story, takeOver }: { generation: number; story: Story; takeOver?: boolean },
): Promise<RunState> {
  const opened = await openRun(ports, {
    ...document.now(),
    place: {
      path: 'PLAN.md',
      kept: 'on-branch',
      contextDir: 'context',
      contextKept: 'on-branch',
      reviewsDir: 'docs/reviews',
    },
    config: {
      ...CONFIG,
      ...(story.judge ? JUDGED : {}),
      quick: story.quick ?? false,
      limits: { ...DEFAULT_LIMITS, parallel: story.parallel },
    },
    takeOver,
    holder: { pid: generation, startTime: '0', host: 'world' },
    notes: [],
  })
  if (!opened.ok) throw new NotOpened(opened.error.reason)
  const { state, lease } = opened.value
  const plan = document.source(state.config)
  return lease ? drive(ports, { lease, state, commands: [{ type: 'resume-run' }], plan }) : state
}

class NotOpened extends Error {}

type End = RunState | { readonly error: Error }

/** The first engine, which stands still when another is going to take over. */
const besides = ({ second }: Story, clock: FakeClock, ports: Ports): Ports =>
  second?.takesOver ? standingStill(ports, clock, clock.now() + Math.max(0, second.afterMs - 40_000)) : ports

const SECOND_PID = 1_000

async function secondEngine(
  world: World,
  clock: FakeClock,
  document: SimulatedDocument,
  story: Story,
  ports: Ports,
): Promise<End> {
  const { afterMs, takesOver } = story.second!
  await clock.until(clock.now() + afterMs, new AbortController().signal)
  world.living.add(SECOND_PID)
  const isDriven = world.driving.size > 0
  const end = await live(ports, document, { generation: SECOND_PID, story, takeOver: takesOver }).catch(
    (error: Error) => ({
      error,
    }),
  )
  if (isDriven && !takesOver && !('error' in end)) world.faults.push('I5: a second engine drove a run that was driven')
  return end
}

/**
 * An engine that is taken over may be between its record and its launch, where nobody can reach it: it launches an agent that
 * the new engine has already reaped, and ends it when it learns of its lost lease. Everything else holds.
 */
function forgive(world: World): void {
  const kept = world.faults.filter(fault => fault !== 'I8: files were collected while their agent was alive')
  world.faults.splice(0, world.faults.length, ...kept)
}

/** Whoever drove to the end, where the other one was refused or has lost its lease as it should. */
function later(first: End, second: End): End {
  const isRefused = 'error' in second && second.error instanceof NotOpened
  if (isRefused) return first
  if ('error' in second) return second
  if ('error' in first && !(first.error instanceof LeaseLost)) return first
  return second
}

/** Whether a life may end like this: by the very fault that was played, and in no other way. */
const isExpected = (error: Error, faults: readonly Fault[]): boolean =>
  faults.length > 0 &&
  (error instanceof SimulatedFault ||
    error instanceof LeaseLost ||
    (error instanceof NotOpened && error.message === 'overtaken'))

/** Sends a command into the inbox while no engine lives; true when there is something to go on with. */
async function interfere(
  world: World,
  state: RunState,
  { human, clock, story }: { human: Random; clock: FakeClock; story: Story },
): Promise<boolean> {
  const stuck = state.tasks.filter(run => run.stage.is === 'escalated')
  if (state.finished || stuck.length === 0) return false
  const run = human.pick(stuck)
  const tried = run.decisions.filter(({ fact }) => fact.type === 'task-retried').length
  const looked = story.reviews ? reviewing(run, human, story.reviews) : null
  const type = looked ?? answerTo(run, human, tried)
  // Without a word for the agent only the judge is asked again.
  const asksJudge = run.stage.is === 'escalated' && run.stage.reason === 'judge-crashed' && looked === null
  const command: Command = { type, task: run.task.id, by: 'Ada', note: asksJudge ? '' : 'please', seen: seenOf(run) }
  await world.openStore().submit(state.opened.runId, command, clock.now())
  return true
}

/** The decision of a human who reviews; null for one of the usual answers. */
function reviewing(run: TaskRun, human: Random, how: 'often' | 'seldom') {
  const asked = run.decisions.filter(({ fact }) => fact.type === 'task-revised').length
  const isRejected = run.stage.is === 'escalated' && run.stage.reason === 'rejected'
  const hasWork = run.attempts.some(attempt => (draftOf(attempt)?.changes.length ?? 0) > 0)
  if (hasWork && !isRejected && asked < 4 && human.chance(how === 'often' ? 0.9 : 0.3)) return 'revise-task'
  if (!isRejected && human.chance(0.1)) return 'reject-task'
  return human.chance(0.05) ? 'pause-task' : null
}

const answerTo = (run: TaskRun, human: Random, tried: number) =>
  approvable(run)
    ? 'approve-task'
    : waivable(run) && human.chance(0.2)
      ? 'waive-task'
      : tried < 2 && human.chance(0.8)
        ? 'retry-task'
        : 'skip-task'

function approvable({ stage, attempts }: TaskRun): boolean {
  if (stage.is === 'escalated' && stage.reason === 'rejected') return false
  const receipt = attempts.at(-1)?.receipt
  return stage.is === 'escalated' && (stage.reason === 'held' || Boolean(receipt && asksOnly(receipt)))
}

function waivable({ attempts, stage }: TaskRun): boolean {
  if (stage.is === 'escalated' && stage.reason === 'rejected') return false
  const receipt = attempts.at(-1)?.receipt
  return Boolean(receipt && blockers(receipt).length > 0 && unwaivable(receipt).length === 0)
}

const CONFIG: Config = {
  worker: { is: 'command', name: 'simulated', command: '' },
  agents: {},
  commands: { test: 'suite' },
  protect: [],
  areas: [],
  order: 'tier',
  quick: false,
  limits: DEFAULT_LIMITS,
  checkpointTags: true,
  reviewsDir: 'docs/reviews',
}

const JUDGED: Partial<Config> = { judge: { is: 'command', name: 'owl', command: '' }, judging: 'always' }

function planFor({ seed, tasks, human, night }: Story): Plan {
  const random = new Random(seed)
  const ids = Array.from({ length: tasks }, (_, at) => taskId(String(at + 1)))
  return {
    id: 'simulated',
    title: 'Simulated',
    summary: '',
    context: '',
    guardrails: [],
    commitRows: [],
    tasks: [
      ...thereAlready(seed),
      ...ids.map((id, at) => {
        // Over a long night few tasks need another, and none the one that will not come right.
        const before = night
          ? ids.slice(Math.max(0, at - 3), at).filter(need => need !== night.stuck)
          : ids.slice(0, at)
        const needs = before.filter(() => random.chance(0.3))
        const owner = random.pick([null, null, 'kitchen', 'cellar'])
        return simulatedTask(id, needs, {
          tier: random.pick<Tier>(['critical', 'normal', 'normal', 'normal', 'low']),
          owner,
          // Only where somebody is there to approve it.
          hold: human && random.chance(0.15),
        })
      }),
    ],
  }
}

/** Now and then the plan asks for something that is on the base: no agent may be given it. */
const thereAlready = (seed: number): readonly Task[] =>
  seed % 7 === 3
    ? [
        {
          ...simulatedTask(taskId('0'), [], { tier: 'normal', owner: null, hold: false }),
          files: { create: ['src/0'], modify: [], delete: [], test: [] },
        },
      ]
    : []

/** Task N asks for `src/N` to say `good N`. */
const simulatedTask = (id: TaskId, needs: readonly TaskId[], fields: Pick<Task, 'tier' | 'owner' | 'hold'>): Task =>
  task(id, {
    title: `Make ${id} good`,
    needs,
    ...fields,
    outputs: [{ name: 'value', type: 'string', value: 'declared', note: '' }],
    criteria: [criterion('c1', `good ${id}`)],
  })
