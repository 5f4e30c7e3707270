import { honest } from '../agent.mjs'
import { plantHooks } from './plant-hooks.mjs'
honest()
plantHooks('.git/hooks')
