import { wrong } from '../agent.mjs'
wrong()
console.error('Error: could not finish')
process.exit(0)
