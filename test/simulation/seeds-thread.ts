/** Thread that plays the seeds it is given, one batch after the other. */
import { parentPort } from 'node:worker_threads'
import { playSeeds, type Seeds } from './seeds.ts'

parentPort!.on('message', async (seeds: Seeds) => {
  parentPort!.postMessage(await playSeeds(seeds))
})
