import { honest, write } from '../agent.mjs'
honest()
for (let at = 0; at < 1000; at++) write(`data/${at % 50}/${at}.txt`, `${at}\n`)
