import { append, report } from '../agent.mjs'
append('AGENTS.md', '\nTests are run with `node --test`.\n')
report()
