// Does its task and reports it with half a JSON.
import './good-work.js'
import { writeFileSync } from 'node:fs'

writeFileSync(process.env.PM_AGENT_RESULT_FILE, '{\n  "status": "success",\n  "summary": "Added su')
