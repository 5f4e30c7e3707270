import { honest } from '../agent.mjs'
honest()
process.kill(process.pid, 'SIGKILL')
