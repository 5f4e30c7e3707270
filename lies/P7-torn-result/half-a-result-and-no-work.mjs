import { write } from '../agent.mjs'
write(process.env.PM_AGENT_RESULT_FILE, '{"status":"succ')
