import { work, write } from '../agent.mjs'
work()
write(process.env.PM_AGENT_RESULT_FILE, '{"status":"succ')
