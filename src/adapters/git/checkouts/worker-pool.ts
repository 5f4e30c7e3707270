/** Spreads work on many files over the cores: two threads read ten thousand files in little more than half the time. */
import { availableParallelism } from 'node:os'
import { setImmediate as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { FILE_WORK } from './file-work.ts'

/** About five milliseconds of work between yields to the event loop. */
const HANDFUL = 500
/** Below this number, handing work to a thread costs more than doing it here. */
const WORTH_SHARING = 4 * HANDFUL
const HANDS_MAX = 3
/** One batch in progress and one queued, so that no thread waits for this one. */
const AHEAD = 2

type Work = keyof typeof FILE_WORK
type PlaceOf<W extends Work> = Parameters<(typeof FILE_WORK)[W]>[0]
type ItemsOf<W extends Work> = Parameters<(typeof FILE_WORK)[W]>[1]
type ResultOf<W extends Work> = ReturnType<(typeof FILE_WORK)[W]>

export interface PoolRequest {
  readonly nth: number
  readonly work: Work
  readonly place: unknown
  readonly items: readonly unknown[]
}
/** A missing result means that the batch failed. */
export interface Reply {
  readonly nth: number
  readonly result: unknown
}

/** The results of all batches, in the order of the items. */
export async function withManyHands<W extends Work>(
  work: W,
  place: PlaceOf<W>,
  items: ItemsOf<W>,
): Promise<readonly ResultOf<W>[]> {
  const does = FILE_WORK[work] as (place: PlaceOf<W>, items: ItemsOf<W>) => ResultOf<W>
  const handfuls: ItemsOf<W>[] = []
  for (let at = 0; at < items.length; at += HANDFUL) handfuls.push(items.slice(at, at + HANDFUL) as ItemsOf<W>)
  const results = new Array<ResultOf<W> | undefined>(handfuls.length).fill(undefined)
  let next = 0
  const helpWith = async (hand: Hand): Promise<void> => {
    for (let nth = next++; nth < handfuls.length; nth = next++)
      results[nth] = (await hand.do({ work, place, items: handfuls[nth]! })) as ResultOf<W> | undefined
  }
  const helpers = items.length < WORTH_SHARING ? [] : readyHands()
  const helping = helpers.flatMap(hand => Array.from({ length: AHEAD }, () => helpWith(hand)))
  for (let nth = next++; nth < handfuls.length; nth = next++) {
    results[nth] = does(place, handfuls[nth]!)
    await pause()
  }
  await Promise.all(helping)
  // A batch that failed on a thread is repeated here, so that the caller gets its error.
  return results.map((result, nth) => result ?? does(place, handfuls[nth]!))
}

const hands: Hand[] = []

/** Threads start on first use and do not keep the process alive. */
function readyHands(): readonly Hand[] {
  const count = Math.min(HANDS_MAX, availableParallelism() - 1)
  while (hands.length < count) hands.push(new Hand())
  return hands
}

class Hand {
  readonly #worker = new Worker(programOf(import.meta.url), { env: {}, execArgv: [] })
  readonly #asked = new Map<number, (result: unknown) => void>()
  #count = 0

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', ({ nth, result }: Reply) => this.#answer(nth, result))
    this.#worker.on('error', () => {})
    this.#worker.on('exit', () => {
      hands.splice(hands.indexOf(this), 1)
      for (const nth of this.#asked.keys()) this.#answer(nth, undefined)
    })
  }

  do(what: Omit<PoolRequest, 'nth'>): Promise<unknown> {
    const nth = this.#count++
    this.#worker.ref()
    this.#worker.postMessage({ nth, ...what })
    return new Promise(resolve => this.#asked.set(nth, resolve))
  }

  #answer(nth: number, result: unknown): void {
    this.#asked.get(nth)!(result)
    this.#asked.delete(nth)
    if (this.#asked.size === 0) this.#worker.unref()
  }
}

const programOf = (here: string): URL => new URL(here.endsWith('.ts') ? './worker.ts' : './worker.js', here)
