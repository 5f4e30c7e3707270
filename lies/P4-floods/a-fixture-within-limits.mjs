import { honest, write } from '../agent.mjs'
honest()
write('test/fixtures/words.txt', 'lorem ipsum dolor\n'.repeat(60_000))
