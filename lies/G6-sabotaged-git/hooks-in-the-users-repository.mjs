import { honest, user } from '../agent.mjs'
import { plantHooks } from './plant-hooks.mjs'
honest()
plantHooks(`${user}/.git/hooks`)
