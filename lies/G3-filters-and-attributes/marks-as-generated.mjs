import { honest, write } from '../agent.mjs'
honest()
write('.gitattributes', 'src/** linguist-generated=true\n')
