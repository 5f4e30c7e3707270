import { honest, write } from '../agent.mjs'
honest()
write('.gitattributes', '*.test.js -diff\n')
