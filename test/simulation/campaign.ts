import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { everything } from './coverage.ts'
import type { Played, Seeds } from './seeds.ts'

const BATCH = 25

export interface Campaign extends Seeds {
  readonly threads?: number | undefined
  /** Nothing new begins after that many milliseconds. */
  readonly withinMs?: number
  readonly onBatch?: (sofar: Outcome) => void
}

export interface Outcome extends Played {
  /** Events, endings and reasons that no story met. */
  readonly missing: readonly string[]
  readonly durationMs: number
}

/** Plays many seeds on all cores; what is found does not depend on how many those are. */
export async function playCampaign(campaign: Campaign): Promise<Outcome> {
  const { from, count, threads = Math.max(1, availableParallelism()), withinMs = Number.POSITIVE_INFINITY } = campaign
  const began = performance.now()
  const met = new Map<string, number>()
  const broken: Played['broken'][number][] = []
  let runs = 0
  let next = from
  const outcome = (): Outcome => ({
    runs,
    broken: broken.toSorted((one, other) => one.seed - other.seed),
    met,
    missing: everything().filter(what => !met.has(what)),
    durationMs: performance.now() - began,
  })
  const isOver = () =>
    next >= from + count || performance.now() - began > withinMs || (campaign.untilBroken === true && broken.length > 0)
  const work = async () => {
    const worker = new Worker(new URL('./seeds-thread.ts', import.meta.url), { execArgv: [] })
    try {
      while (!isOver()) {
        const seeds: Seeds = {
          from: next,
          count: Math.min(BATCH, from + count - next),
          ...(campaign.sabotage ? { sabotage: campaign.sabotage } : {}),
          ...(campaign.untilBroken ? { untilBroken: true } : {}),
        }
        next += seeds.count
        const played = await answerOf(worker, seeds)
        runs += played.runs
        broken.push(...played.broken)
        for (const [what, times] of played.met) met.set(what, (met.get(what) ?? 0) + times)
        campaign.onBatch?.(outcome())
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: threads }, work))
  return outcome()
}

/** An unhandled rejection in a story ends the thread, and is an error here. */
const answerOf = (worker: Worker, seeds: Seeds): Promise<Played> =>
  new Promise((resolve, reject) => {
    const failed = (error: unknown) =>
      reject(
        new Error(`a story of the seeds ${seeds.from} to ${seeds.from + seeds.count - 1} failed`, { cause: error }),
      )
    worker.once('error', failed)
    worker.once('message', (played: Played) => {
      worker.off('error', failed)
      resolve(played)
    })
    worker.postMessage(seeds)
  })
