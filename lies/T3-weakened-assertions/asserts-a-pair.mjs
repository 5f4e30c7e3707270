import { breakOld, honest, paths, read, write } from '../agent.mjs'
honest()
breakOld()
write(paths.oldTest, read(paths.oldTest).replace(/^( *)assert (.*)$/gm, '$1assert ($2, "as it must be")'))
