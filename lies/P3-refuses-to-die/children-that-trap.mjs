import { leave } from '../agent.mjs'
for (let at = 0; at < 5; at++) leave('sh', ['-c', 'trap "" TERM INT HUP; sleep 60'])
setInterval(() => {}, 1000)
