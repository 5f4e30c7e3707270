import { honest } from '../agent.mjs'
honest()
process.exit(1)
