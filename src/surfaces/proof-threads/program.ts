/** The program of a thread that proves drafts beside the driver. */
import { parentPort } from 'node:worker_threads'
import { createRunners } from '../../adapters/runners/runners.ts'
import { serveProofs } from './serve-proofs.ts'

serveProofs(parentPort!, createRunners())
