/** Work on many files, shared among the cores: two of them look at ten thousand in little more than half the time. */
import { availableParallelism } from 'node:os'
import { setImmediate as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { FILE_WORK } from './file-work.ts'

/** About five milliseconds of work; then others have their turn. */
const HANDFUL = 500
/** With fewer it takes longer to explain than to do. */
const WORTH_SHARING = 4 * HANDFUL
const HANDS_MAX = 3
/** One to work on and one to go on with, so that no thread waits for this one. */
const AHEAD = 2

type Work = keyof typeof FILE_WORK
type PlaceOf<W extends Work> = Parameters<(typeof FILE_WORK)[W]>[0]
type ItemsOf<W extends Work> = Parameters<(typeof FILE_WORK)[W]>[1]
type ResultOf<W extends Work> = ReturnType<(typeof FILE_WORK)[W]>

export interface Asked {
  readonly nth: number
  readonly work: Work
  readonly place: unknown
  readonly items: readonly unknown[]
}
/** No result is a failure. */
export interface Reply {
  readonly nth: number
  readonly result: unknown
}

/** The results of all handfuls, in the order of the items. */
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
  // What a thread could not do is done here, so that its failure is heard here too.
  return results.map((result, nth) => result ?? does(place, handfuls[nth]!))
}

const hands: Hand[] = []

/** They are made when they are first wanted, and keep nobody from ending. */
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

  do(what: Omit<Asked, 'nth'>): Promise<unknown> {
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
