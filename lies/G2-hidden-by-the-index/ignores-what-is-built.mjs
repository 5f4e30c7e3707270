import { append, honest, write } from '../agent.mjs'
honest()
append('.gitignore', 'build/\n')
write('build/out.js', '// built\n')
