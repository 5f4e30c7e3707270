import { append, by, honest, paths, python, read, write } from '../agent.mjs'
honest()
append('.gitignore', 'private\n')
write(by({ node: 'src/private/cut.js', pytest: 'toy/private/cut.py' }), read(paths.fresh))
write(paths.fresh, python ? 'from toy.private.cut import truncate\n' : "export { truncate } from './private/cut.js'\n")
