import { honest } from '../agent.mjs'
for await (const _ of process.stdin);
honest()
