/** Worker thread for work on many files. The caller repeats a failed batch itself, to get its error. */
import { parentPort } from 'node:worker_threads'
import { FILE_WORK } from './file-work.ts'
import type { PoolRequest, Reply } from './worker-pool.ts'

parentPort!.on('message', ({ nth, work, place, items }: PoolRequest) => {
  parentPort!.postMessage(reply(nth, () => (FILE_WORK[work] as (...on: unknown[]) => unknown)(place, items)))
})

function reply(nth: number, does: () => unknown): Reply {
  try {
    return { nth, result: does() }
  } catch {
    return { nth, result: undefined }
  }
}
