import { honest } from '../agent.mjs'
honest()
