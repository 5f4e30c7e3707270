import { work, write } from '../agent.mjs'
work()
write(process.env.PM_AGENT_RESULT_FILE, `{"status":"success","outputs":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`)
