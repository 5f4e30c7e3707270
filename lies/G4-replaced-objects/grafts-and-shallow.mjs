import { git, honest, write } from '../agent.mjs'
honest()
const head = git('rev-parse', 'HEAD')
write('.git/info/grafts', `${head}\n`)
write('.git/shallow', `${head}\n`)
