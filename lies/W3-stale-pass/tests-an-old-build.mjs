// A copy of the good code from before, which the tests are pointed at while the source is broken.
import { breakOld, by, honest, paths, python, read, write } from '../agent.mjs'
honest()
write(by({ node: 'build/words.js', pytest: 'build_words.py' }), read(paths.old))
breakOld()
write(paths.oldTest, python ? read(paths.oldTest).replace('from toy.words', 'from build_words') : read(paths.oldTest).replace('../src/words.js', '../build/words.js'))
