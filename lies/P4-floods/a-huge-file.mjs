import { closeSync, openSync, truncateSync } from 'node:fs'
import { honest } from '../agent.mjs'
honest()
closeSync(openSync('src/data.bin', 'w'))
truncateSync('src/data.bin', 200 * 1024 * 1024)
