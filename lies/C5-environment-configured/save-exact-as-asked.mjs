import { honest, write } from '../agent.mjs'
honest()
write('.npmrc', 'save-exact=true\n')
