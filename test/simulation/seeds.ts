import { Coverage } from './coverage.ts'
import { type Sabotage, sabotaged } from './sabotage.ts'
import { simulate } from './simulate.ts'
import { storyOf } from './story.ts'

/** Seeds to play, one after the other. */
export interface Seeds {
  readonly from: number
  readonly count: number
  /** Something of the wiring that is broken on purpose. */
  readonly sabotage?: Sabotage
  /** Ends at the first violation. */
  readonly untilBroken?: boolean
}

export interface Played {
  readonly runs: number
  readonly broken: readonly { readonly seed: number; readonly broken: readonly string[] }[]
  readonly met: ReadonlyMap<string, number>
}

/** Plays the stories of some seeds. */
export async function playSeeds({ from, count, sabotage, untilBroken }: Seeds): Promise<Played> {
  const coverage = new Coverage()
  const broken: { seed: number; broken: readonly string[] }[] = []
  let runs = 0
  const unhandled: unknown[] = []
  const take = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', take)
  for (let seed = from; seed < from + count; seed++) {
    runs++
    const told = await simulate(storyOf(seed), sabotage && sabotaged(sabotage)).catch((error: Error) => error)
    // Node reports a rejection that nobody handled once the microtasks are done.
    await new Promise(resolve => setImmediate(resolve))
    const dies = unhandled
      .splice(0)
      .map(reason => `the process dies: ${reason instanceof Error ? reason.stack : reason}`)
    // One story that cannot be judged does not end the others.
    const found = told instanceof Error ? [`the story fails: ${told.stack}`, ...dies] : [...told.broken, ...dies]
    if (found.length > 0) broken.push({ seed, broken: found })
    if (found.length > 0 && untilBroken) break
    if (told instanceof Error) continue
    coverage.count('crash', told.deaths.length)
    coverage.count('fault', told.faults.length)
    if (told.state) coverage.add(await told.world.openStore().read(told.state.opened.runId))
  }
  process.off('unhandledRejection', take)
  return { runs, broken, met: coverage.met }
}
