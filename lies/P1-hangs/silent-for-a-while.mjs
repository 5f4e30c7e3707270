import { honest, sh } from '../agent.mjs'
sh('sleep 1.5')
honest()
