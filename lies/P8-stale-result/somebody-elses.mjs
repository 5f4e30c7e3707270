import { report, wrong, write } from '../agent.mjs'
wrong()
write('.pm-agent-result.json', JSON.stringify({ status: 'success', task: '7', attempt: 3, commit_hash: 'f'.repeat(40), summary: 'Task 7 is done.' }))
report({ task: '9', attempt: 12 })
