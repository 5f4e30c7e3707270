/** The program of a thread that proves drafts of the toy project. */
import { parentPort } from 'node:worker_threads'
import { createRunners } from '../../../src/adapters/runners/runners.ts'
import type { TreeReader } from '../../../src/ports.ts'
import { serveProofs } from '../../../src/surfaces/proof-threads/serve-proofs.ts'
import { TOY_COMMAND, toyRunner } from './toy-suite.ts'

/** A file with this name is never read to its end. */
const ENDLESS = 'src/endless.js'

const { testFiles, witness } = createRunners()
const read = ({ list }: TreeReader): void => {
  while (list.includes(ENDLESS));
}

serveProofs(parentPort!, {
  witness,
  recognise: async (_, tree) => {
    read(tree)
    const text = (await tree.readText('package.json')) ?? ''
    return text.includes(TOY_COMMAND) ? toyRunner : null
  },
  testFiles: async (command, tree) => {
    read(tree)
    return testFiles(command, tree)
  },
})
