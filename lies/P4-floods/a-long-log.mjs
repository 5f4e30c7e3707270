import { honest } from '../agent.mjs'
honest()
for (let at = 0; at < 30_000; at++) console.log(`step ${at}: looking around, nothing to see here`)
