import { append, report } from '../agent.mjs'
append('src/words.ts', '\n/** A text as it can stand in an address. */\nexport type Slug = ReturnType<typeof slug>\n')
report()
