import { breakOld, honest, paths, read, remove, write } from '../agent.mjs'
honest()
breakOld()
write(paths.oldTest.replace(/\.(js|py)$/, '.txt'), read(paths.oldTest))
remove(paths.oldTest)
