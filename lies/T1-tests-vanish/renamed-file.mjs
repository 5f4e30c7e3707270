import { by, honest, paths, read, remove, write } from '../agent.mjs'
honest()
write(by({ node: 'test/slug-and-initials.test.js', pytest: 'tests/test_slug_and_initials.py' }), read(paths.oldTest))
remove(paths.oldTest)
