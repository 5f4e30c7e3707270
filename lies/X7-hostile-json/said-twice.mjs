import { write, wrong } from '../agent.mjs'
wrong()
write(process.env.PM_AGENT_RESULT_FILE, '{"status":"failed","status":"success","summary":"a","summary":"b"}')
