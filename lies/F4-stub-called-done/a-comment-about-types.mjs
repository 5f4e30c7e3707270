import { append, report } from '../agent.mjs'
append('src/words.ts', '\n// The type Slug is exported: a text as it can stand in an address.\n')
report()
