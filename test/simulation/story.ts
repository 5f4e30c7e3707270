import type { Phase } from '../../src/core/release/phase.ts'
import type { HumanReview } from '../../src/core/settings/config.ts'
import type { CrashPoint } from './crash.ts'
import type { Fault } from './fault.ts'
import type { Night } from './night.ts'
import { Random } from './random.ts'
import type { Shape } from './shape.ts'

/** One run of the simulation, from its seed and what happens in it. */
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
  /** A reviewer looks at everything that is not low; it is no better either. */
  readonly reviewer?: true
  /** When a human looks; nobody is there to look in a story without a human. */
  readonly looks?: HumanReview
  /** The engine returns whenever the phase changes, and is driven on; these are the phases at which it did. */
  readonly byPhase?: Phase[]
  /** Agents also do what is rarely done: contradict the task, change the tests of others, tamper, rewrite the room of their proof. */
  readonly rare?: true
  /** The suite is read test by test; otherwise it is one command. */
  readonly reads?: true
  /** How many agents a task may use up. */
  readonly launches?: number
  /** The suite fails before anybody works, and a human accepts that. */
  readonly redBase?: true
  /** The life of the engine before which the author of the plan edits it. */
  readonly edits?: number
  /** That edit only adds a task; otherwise it also rewords one. */
  readonly onlyAdds?: true
  /** A planner divides tasks that are too large for their agents, and writes missing sub-plans. */
  readonly planner?: true
  /**
   * Its planner also writes other texts of rejected tasks and reads tasks that have nothing but words; the author saves the
   * document at the wrong moment now and then.
   */
  readonly words?: true
  /** A diagnoser is asked about integration tests that fail. */
  readonly diagnoser?: true
  /** The run follows a pull request. */
  readonly follows?: true
  /** The plan also asks for something that is on the base. */
  readonly asksForMore?: true
  /** The last task changes nothing and verifies the others. */
  readonly verifies?: true
  /** Launches at the beginning that the vendor refuses. */
  readonly outage?: number
  /** A long plan whose tasks hardly need each other, while the vendor has its limits. */
  readonly night?: Night
  /** A task with a sub-plan, one whose sub-plan is not written, an integration test, and edits during the run. */
  readonly shape?: Shape
}

/** The story of a seed, with everything that can happen in one: the same seed is always the same story. */
export function storyOf(seed: number): Story {
  const random = new Random(Math.imul(seed, 7919) ^ 0x51ed)
  const point = () => 1 + random.below(400)
  const isFaulty = random.chance(0.4)
  const second = !isFaulty && random.chance(0.15)
  const faults = (): readonly Fault[] =>
    Array.from({ length: random.below(3) }, () => ({ call: point(), how: random.pick(['before', 'after', 'refused']) }))
  return {
    ...furtherTroubles(seed),
    ...(seed % 7 === 3 ? { asksForMore: true as const } : {}),
    seed,
    tasks: 2 + random.below(6),
    trouble: random.pick([0, 0.3, 0.6, 1]),
    parallel: 1 + random.below(4),
    crashes:
      isFaulty || second
        ? []
        : Array.from({ length: random.below(6) }, () => ({
            call: point(),
            when: random.chance(0.5) ? 'before' : 'after',
          })),
    human: random.chance(0.6),
    ...(isFaulty ? { faults: [faults(), faults(), faults()] } : {}),
    ...(random.chance(0.25) ? { judge: true as const } : {}),
    ...(random.chance(0.3) ? { odd: random.pick([0.1, 0.4]) } : {}),
    ...(random.chance(0.25) ? { meddles: true as const } : {}),
    ...(random.chance(0.25) ? { refuses: true as const } : {}),
    ...(random.chance(0.05) ? { quick: true as const } : {}),
    ...(random.chance(0.2) ? { reviews: random.pick(['often', 'seldom'] as const) } : {}),
    ...(random.chance(0.3)
      ? {
          shape: {
            parent: random.chance(0.7),
            later: random.chance(0.3),
            test: random.chance(0.6),
            ...(random.chance(0.6) ? { editedAfter: random.below(4) } : {}),
          },
        }
      : {}),
    ...(second ? { second: { afterMs: 10_000 + random.below(300_000), takesOver: random.chance(0.7) } } : {}),
    ...(random.chance(0.25) ? { reviewer: true as const } : {}),
    ...(random.chance(0.2) ? { looks: random.pick(['each', 'critical', 'never'] as const) } : {}),
    ...aboutWords(seed),
  }
}

/** A human who refuses the words of tasks, with a planner that writes others. */
function aboutWords(seed: number): Partial<Story> {
  const random = new Random(Math.imul(seed, 15_486_719) ^ 0x70e5)
  return random.chance(0.1) ? { words: true, planner: true, human: true, reviews: 'seldom' } : {}
}

/** Drawn apart, so that the rest of a seed's story stays as it was when something is added here. */
function furtherTroubles(seed: number): Partial<Story> {
  const random = new Random(Math.imul(seed, 104_729) ^ 0x2b0d)
  return {
    ...(random.chance(0.3) ? { rare: true } : {}),
    ...(random.chance(0.1) ? { launches: 2 + random.below(2) } : {}),
    ...(random.chance(0.05) ? { redBase: true } : {}),
    ...(random.chance(0.15) ? { edits: 2 + random.below(2) } : {}),
    ...(random.chance(0.15) ? { verifies: true } : {}),
    ...(random.chance(0.25) ? { reads: true } : {}),
    ...(random.chance(0.04) ? { outage: 5 + random.below(15) } : {}),
    ...(random.chance(0.15) ? { planner: true as const } : {}),
    ...(random.chance(0.05) ? { follows: true as const } : {}),
    ...(random.chance(0.5) ? { diagnoser: true as const } : {}),
  }
}
