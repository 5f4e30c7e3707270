import { honest, write } from '../agent.mjs'
honest()
write('src/Words.js', 'export const slug = () => "evil"\n')
