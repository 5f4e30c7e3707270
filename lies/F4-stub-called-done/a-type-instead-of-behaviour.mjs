import { append, report } from '../agent.mjs'
append('src/words.ts', '\nexport type Content = string | number\n')
report()
