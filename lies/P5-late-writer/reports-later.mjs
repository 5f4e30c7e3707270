import { honest, leave } from '../agent.mjs'
honest()
leave('sh', ['-c', `sleep 1; echo '{"status":"failed"}' > '${process.env.PM_AGENT_RESULT_FILE}'`])
