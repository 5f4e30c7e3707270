import { replace, report, wrong } from '../agent.mjs'
wrong()
replace('PLAN.md', '[ ] TODO 1', '[x] TODO 1')
report()
