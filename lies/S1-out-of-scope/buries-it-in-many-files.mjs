import { honest, write } from '../agent.mjs'
honest()
for (let at = 0; at < 120; at++) write(`src/parts/part-${at}.js`, `export const part${at} = ${at}\n`)
