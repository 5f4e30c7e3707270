import { by, honest, paths, read, write } from '../agent.mjs'
honest()
write(paths.freshTest, read(paths.freshTest).replace(/\n\n/, by({ node: "\n\nprocess.stdout.write('\\x1b[2J\\x1b]0;x\\x07\\x1b[1A\\x1b[2K')\n\n", pytest: '\n\nimport sys\n\nsys.stdout.write("\\x1b[2J\\x1b]0;x\\x07")\n\n' })))
