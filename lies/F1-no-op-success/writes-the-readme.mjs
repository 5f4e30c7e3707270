import { append, report } from '../agent.mjs'
append('README.md', '\n`slug` makes a text that can stand in an address.\n')
report()
