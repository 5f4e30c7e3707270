import { by, honest, paths, read, remove, write } from '../agent.mjs'
honest()
write(by({ node: 'test/text/words.test.js', pytest: 'tests/text/test_words.py' }), read(paths.oldTest).replace("'../src", "'../../src"))
remove(paths.oldTest)
