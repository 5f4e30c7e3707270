import { honest, leave } from '../agent.mjs'
honest()
for (let at = 0; at < 60; at++) leave('sleep', ['60'])
