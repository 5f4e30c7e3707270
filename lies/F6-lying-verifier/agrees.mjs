import { judge } from '../agent.mjs'
judge(['c1', 'c2', 'c3'])
