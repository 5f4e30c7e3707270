import { report } from '../agent.mjs'
report()
