import type { RunId } from '../../src/core/plan/ids.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import { type Phase, phaseOf } from '../../src/core/release/phase.ts'
import { evolve } from '../../src/core/run/evolve.ts'
import type { Command } from '../../src/core/run/input.ts'
import { fold, type RunState } from '../../src/core/run/state.ts'
import { type Config, DEFAULT_LIMITS } from '../../src/core/settings/config.ts'
import { answerWaiting } from '../../src/engine/decide-alone.ts'
import type { PlanSource } from '../../src/engine/edited-plan.ts'
import { drive, LeaseLost } from '../../src/engine/engine.ts'
import { openRun } from '../../src/engine/open.ts'
import type { Lease, Ports } from '../../src/ports.ts'
import { readDocument } from './agents/planner.ts'
import { FakeClock } from './clock.ts'
import { mortal } from './crash.ts'
import { type Fault, faulty, SimulatedFault } from './fault.ts'
import { interfere } from './human.ts'
import { brokenInvariants } from './invariants.ts'
import { meddle, refusing, standingStill } from './meddling.ts'
import { Vendor } from './night.ts'
import { Random } from './random.ts'
import { afterEdit, withDocuments } from './shape.ts'
import { editedPlan, planFor, planOfText, planTextOf, simulatedTask } from './simulated-plan.ts'
import type { Story } from './story.ts'
import { World } from './world.ts'

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
/** A human who reviews answers many questions of a long plan one by one. */
const LIVES_MAX = 200

/** Plays one story from beginning to end and looks at what it left behind. */
export async function simulate(story: Story, around: Around = ports => ports): Promise<Told> {
  const clock = new FakeClock()
  const vendor = story.night ? new Vendor(story.night, clock.now()) : null
  const { seed, tasks } = story
  const world = new World({ ...story, clock, ...(vendor ? { vendor } : {}) })
  let plan = planFor(story)
  let unedited: Plan | null = null
  let readings = 0
  /** Every version of the document so far. */
  const texts = new Map<string, Plan>()
  const { shape } = story
  /** The document as it is now; its human edits it once while the run reads it. */
  const readPlan = (): Plan => {
    if (shape?.editedAfter !== undefined && readings++ === shape.editedAfter)
      plan = afterEdit(plan, shape, simulatedTask)
    texts.set(planTextOf(plan), plan)
    return plan
  }
  const base = world.vault.store(
    new Map([
      ['Makefile', ''],
      ['src/0', story.redBase ? 'bad' : 'good 0'],
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
    if (story.edits === lives && (await isUnfinished(world))) {
      unedited = plan
      plan = editedPlan(plan, story)
    }
    const submit: Submit = async (run, command) => void (await world.openStore().submit(run, command, clock.now()))
    const faults = story.faults?.[lives - 1] ?? []
    world.living.clear()
    world.living.add(lives)
    const own = story.second && lives === 1 ? besides(story, clock, world.ports()) : world.ports()
    const allowed = story.refuses ? refusing(own, seed + lives) : own
    const outside = faulty(around(allowed, submit), faults, what => played.push(what))
    const life = mortal(outside, crashes.shift() ?? null)
    texts.set(planTextOf(plan), plan)
    const living = live(life.ports, plan, { generation: lives, story, texts, readPlan })
      .catch((error: Error) => ({ error }))
      .finally(() => world.driving.delete(lives))
    world.driving.add(lives)
    const over = new AbortController()
    if (story.meddles) void meddle(world, clock, { seed: seed + lives, tasks, signal: over.signal })
    const second =
      story.second && lives === 1
        ? secondEngine(world, clock, plan, { story, texts }, around(world.ports(), submit))
        : null
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
      if (unedited && lived.error instanceof NotOpened && lived.error.message === 'plan-edited') {
        // The edit came too late for a task that had begun: the author undoes it.
        plan = unedited
        unedited = null
        continue
      }
      // Whoever took the run over may have been refused then, for an edit of the plan that came too late.
      if (isExpected(lived.error, faults) || (story.second?.takesOver && lived.error instanceof LeaseLost)) continue
      return { ...told, state: null as never, broken: [`the engine fails: ${lived.error.stack}`], calls: 0 }
    }
    // After a failed integration test the run waits for another plan, and nothing that this human does changes that.
    const isTrouble = lived.halted !== null && lived.halted.reason !== 'integration'
    if (story.redBase && isTrouble && !lived.baselineAccepted) {
      await submit(lived.opened.runId, { type: 'accept-baseline', by: 'Ada' })
      continue
    }
    if (lived.finished && (await answerLate(world, lived.opened.runId, clock))) continue
    // What the machine's trouble halted goes on when `run` is called again.
    if ((faults.length > 0 || story.refuses) && isTrouble) continue
    if (
      (story.meddles || story.reviews) &&
      (lived.stopped || (await world.openStore().pending(lived.opened.runId)).length > 0)
    )
      continue
    if (story.refuses && lived.published !== lived.tip) continue
    if (story.human && (await interfere(world, lived, { human, clock, story }))) continue
    return { ...told, state: lived, broken: await brokenInvariants(world, lived), calls: life.calls() }
  }
  const broken = [`I11: not at rest after ${LIVES_MAX} lives`]
  return { state: null as never, world, broken, calls: 0, lives: LIVES_MAX, deaths, vendor, faults: played }
}

async function live(
  ports: Ports,
  plan: Plan,
  {
    generation,
    story,
    takeOver,
    texts,
    readPlan,
  }: { generation: number; story: Story; texts: ReadonlyMap<string, Plan>; takeOver?: boolean; readPlan?: () => Plan },
): Promise<RunState> {
  const readWhole: PlanSource['readWhole'] = (text, subPlans) =>
    withDocuments(texts.get(text) ?? planOfText(text, [...texts.values()], plan), subPlans, simulatedTask)
  const hurry = new Random(story.seed ^ (generation * 0x9e37))
  const opened = await openRun(ports, {
    plan,
    planText: planTextOf(plan),
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
      roles: {
        ...(story.planner ? { planner: { agent: { is: 'command', name: 'fox', command: '' } } } : {}),
        ...(story.diagnoser ? { diagnoser: { agent: { is: 'command', name: 'mole', command: '' } } } : {}),
      },
      ...(story.reviewer ? { reviewer: { is: 'command', name: 'hawk', command: '' } } : {}),
      review: story.looks ?? (story.human ? 'auto' : 'never'),
      quick: story.quick ?? false,
      limits: {
        ...DEFAULT_LIMITS,
        parallel: story.parallel,
        launchesPerTask: story.launches ?? DEFAULT_LIMITS.launchesPerTask,
      },
    },
    takeOver,
    holder: { pid: generation, startTime: '0', host: 'world' },
    readPlan: readWhole,
    notes: [],
  })
  if (!opened.ok) throw new NotOpened(opened.error.reason)
  const { state, lease } = opened.value
  if (lease && story.byPhase) return phaseByPhase(ports, state, { lease, returned: story.byPhase })
  const source: PlanSource = {
    read: async () => {
      // Its author is just saving it.
      if (story.words && hurry.chance(0.15)) return null
      const now = readPlan?.() ?? plan
      return { plan: now, planText: planTextOf(now), config: state.config, readPlan: readWhole }
    },
    readDocument,
    readWhole,
    watch: () => () => {},
  }
  const commands: readonly Command[] = [{ type: 'resume-run' }, ...(story.follows ? [FOLLOW] : [])]
  return lease ? drive(ports, { lease, state, commands, plan: source }) : state
}

/** Drives as another program may: it gets the run back whenever the phase changes, and goes on from there. */
async function phaseByPhase(
  ports: Ports,
  opened: RunState,
  { lease, returned }: { readonly lease: Lease; readonly returned: Phase[] },
): Promise<RunState> {
  let state = opened
  for (;;) {
    const before = phaseOf(state)
    state = await drive(ports, { lease, state, until: now => phaseOf(now) !== before })
    if (phaseOf(state) === before) return state
    returned.push(phaseOf(state))
  }
}

class NotOpened extends Error {}

/** A human whose command came as the run ended decides it in their own process. */
async function answerLate(world: World, run: RunId, clock: FakeClock): Promise<boolean> {
  const store = world.openStore()
  if ((await store.pending(run)).length === 0) return false
  const lease = await store.takeLease(run, { pid: HUMAN_PID, startTime: '0', host: 'world' }, clock.now())
  if (!lease.ok) return false
  await answerWaiting(store, lease.value, { deciders: undefined, now: clock.now() })
  await store.releaseLease(lease.value)
  return true
}

async function isUnfinished(world: World): Promise<boolean> {
  const store = world.openStore()
  const newest = (await store.runs()).at(-1)
  return newest !== undefined && fold(await store.read(newest.id), evolve)?.finished === false
}

type End = RunState | { readonly error: Error }

/** The first engine, which stands still when another is going to take over. */
const besides = ({ second }: Story, clock: FakeClock, ports: Ports): Ports =>
  second?.takesOver ? standingStill(ports, clock, clock.now() + Math.max(0, second.afterMs - 40_000)) : ports

const SECOND_PID = 1_000
const HUMAN_PID = 2_000

async function secondEngine(
  world: World,
  clock: FakeClock,
  plan: Plan,
  { story, texts }: { readonly story: Story; readonly texts: ReadonlyMap<string, Plan> },
  ports: Ports,
): Promise<End> {
  const { afterMs, takesOver } = story.second!
  await clock.until(clock.now() + afterMs, new AbortController().signal)
  world.living.add(SECOND_PID)
  const isDriven = world.driving.size > 0
  const end = await live(ports, plan, { generation: SECOND_PID, story, texts, takeOver: takesOver }).catch(
    (error: Error) => ({
      error,
    }),
  )
  if (isDriven && !takesOver && !('error' in end)) world.faults.push('I5: a second engine drove a run that was driven')
  return end
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

const LINK = { number: 7, url: 'https://forge.example/7', head: 'work', remote: 'origin', secret: 'signature' }
const FOLLOW: Command = { type: 'follow-pull-request', link: LINK }

const JUDGED: Partial<Config> = { judge: { is: 'command', name: 'owl', command: '' }, judging: 'always' }
