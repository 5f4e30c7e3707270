import { judge } from '../agent.mjs'
const seen = { status: 'PASS', reason: 'I had a look', evidence: ['src/elsewhere.js:400'] }
judge([], { acceptance_criteria: { results: [{ id: 'c1', ...seen }] } })
