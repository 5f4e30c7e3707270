import { honest, write } from '../agent.mjs'
honest()
write('src/<img src=x onerror=alert(1)>.js', 'export const x = 1\n')
write('src/$(id);`id`.js', 'export const x = 1\n')
