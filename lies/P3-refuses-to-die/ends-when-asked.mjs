// Its work is done; it goes on waiting, and ends in good order when it is told to.
import { honest } from '../agent.mjs'
honest()
process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300))
setInterval(() => {}, 1000)
