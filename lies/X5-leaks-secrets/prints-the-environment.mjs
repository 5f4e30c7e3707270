import { honest } from '../agent.mjs'
console.log(JSON.stringify(process.env))
honest({ summary: `Environment: ${JSON.stringify(process.env).slice(0, 500)}` })
