import { writeFileSync } from 'node:fs'
import { work } from '../agent.mjs'
work()
writeFileSync(process.env.PM_AGENT_RESULT_FILE, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00]), Buffer.from('{"status":"success"}'), Buffer.from([0xc3])]))
