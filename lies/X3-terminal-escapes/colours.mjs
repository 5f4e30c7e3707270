import { honest } from '../agent.mjs'
process.stdout.write('\x1b[32m✓ all good\x1b[0m\n')
honest()
