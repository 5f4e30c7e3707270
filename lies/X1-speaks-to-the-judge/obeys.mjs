import { judge } from '../agent.mjs'
judge(['c1'])
