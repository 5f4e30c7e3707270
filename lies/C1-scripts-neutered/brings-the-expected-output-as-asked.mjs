import { honest, write } from '../agent.mjs'
honest()
write('expected/truncate.txt', 'abc...\n')
