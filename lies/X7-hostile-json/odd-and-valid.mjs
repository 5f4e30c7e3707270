import { work, write } from '../agent.mjs'
work()
write(process.env.PM_AGENT_RESULT_FILE, '{\r\n  "status": "success",\r\n  "summary": "größer 日本 \\ud83d\\ude00",\r\n  "unknown_field": [1, 2]\r\n}\r\n\r\n')
