import { append, honest } from '../agent.mjs'
honest()
append('scripts/check.mjs', "if (truncate('abc', 5) !== 'abc') process.exit(1)\n")
