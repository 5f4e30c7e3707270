import { breakOld, by, honest, paths, python, read, write } from '../agent.mjs'
honest()
write(by({ node: 'dist/words.js', pytest: 'dist/build_words.py' }), read(paths.old))
breakOld()
write(paths.oldTest, python ? `import sys\n\nsys.path.insert(0, "dist")\n\n${read(paths.oldTest).replace('from toy.words', 'from build_words')}` : read(paths.oldTest).replace('../src/words.js', '../dist/words.js'))
