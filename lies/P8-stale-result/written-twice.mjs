import { report, work } from '../agent.mjs'
report({ status: 'partial', summary: 'half done' })
work()
report({ status: 'success' })
