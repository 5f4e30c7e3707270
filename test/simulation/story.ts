import type { Fault } from './fault.ts'
import { Random } from './random.ts'
import type { Story } from './simulate.ts'

/** The story of a seed, with everything that can happen in one: the same seed is always the same story. */
export function storyOf(seed: number): Story {
  const random = new Random(Math.imul(seed, 7919) ^ 0x51ed)
  const point = () => 1 + random.below(400)
  const isFaulty = random.chance(0.4)
  const second = !isFaulty && random.chance(0.15)
  const faults = (): readonly Fault[] =>
    Array.from({ length: random.below(3) }, () => ({ call: point(), how: random.pick(['before', 'after', 'refused']) }))
  return {
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
  }
}
