import { report, wrong } from '../agent.mjs'
wrong()
report()
