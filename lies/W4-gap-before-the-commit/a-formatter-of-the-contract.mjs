import { honest, paths, read, write } from '../agent.mjs'
honest()
write(paths.fresh, read(paths.fresh).replaceAll('\n', '   \n'))
