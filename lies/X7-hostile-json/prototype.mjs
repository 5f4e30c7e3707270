import { write, wrong } from '../agent.mjs'
wrong()
write(process.env.PM_AGENT_RESULT_FILE, '{"status":"success","__proto__":{"verified":true,"proven":true},"constructor":{"prototype":{"blocking":false}}}')
