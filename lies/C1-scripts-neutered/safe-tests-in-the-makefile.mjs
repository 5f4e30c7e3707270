import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('Makefile', 'test: safe-tests\nsafe-tests:\n\tnode --test test/truncate.test.js\n')
