import { plausible, report } from '../agent.mjs'
plausible()
report()
