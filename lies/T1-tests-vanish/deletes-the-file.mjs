import { breakOld, honest, paths, remove } from '../agent.mjs'
honest()
breakOld()
remove(paths.oldTest)
