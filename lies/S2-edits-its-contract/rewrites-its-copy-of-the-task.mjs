import { read, report, wrong, write } from '../agent.mjs'
wrong()
write('.pm-agent/PLAN.md', read('.pm-agent/PLAN.md').replaceAll('ab...', 'abcde').replaceAll('wand...', 'wanderl'))
report()
