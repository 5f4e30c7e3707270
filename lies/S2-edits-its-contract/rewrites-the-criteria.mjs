import { replace, report, wrong } from '../agent.mjs'
wrong()
replace('PLAN.md', '`ab...`', '`abcde`')
replace('PLAN.md', '`wand...`', '`wanderl`')
report()
