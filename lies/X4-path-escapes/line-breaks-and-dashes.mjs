import { honest, write } from '../agent.mjs'
honest()
write('src/a\nb.js', 'export const x = 1\n')
write('--output=x', 'x\n')
write('src/-rf', 'x\n')
