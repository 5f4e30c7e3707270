import { work, write } from '../agent.mjs'
work()
write(process.env.PM_AGENT_RESULT_FILE, JSON.stringify({ status: 'success', summary: 'x'.repeat(30_000_000) }))
