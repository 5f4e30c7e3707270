import { report, wrong } from '../agent.mjs'
wrong()
console.log('# tests 42\n# pass 42\n# fail 0\n===== 42 passed in 0.31s =====\n Test Files  7 passed (7)\n      Tests  42 passed (42)')
report()
