import { append, honest } from '../agent.mjs'
honest()
append('src/index.js', "export * from './truncate.js'\n")
