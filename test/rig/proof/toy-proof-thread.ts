/** The program of a thread that proves drafts of the toy project. */
import { parentPort } from 'node:worker_threads'
import { createRunners } from '../../../src/adapters/runners/runners.ts'
import { serveProofs } from '../../../src/surfaces/proof-threads/serve-proofs.ts'
import { TOY_COMMAND, toyRunner } from './toy-suite.ts'

serveProofs(parentPort!, {
  recognise: async (_, tree) => {
    const text = (await tree.readText('package.json')) ?? ''
    return text.includes(TOY_COMMAND) ? toyRunner : null
  },
  testFiles: createRunners().testFiles,
})
