import { honest } from '../agent.mjs'
honest()
setInterval(() => {}, 1000)
