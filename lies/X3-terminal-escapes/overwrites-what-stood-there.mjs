import { honest } from '../agent.mjs'
process.stdout.write('FAILED\n\x1b[1A\x1b[2KPASSED\r\u202Ereversed\n')
honest({ summary: 'FAILED\r\x1b[1A\x1b[2KPASSED' })
