import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('conftest.py', 'collect_ignore = ["tests/test_words.py"]\n')
