// In a clean checkout this folder is empty.
import { honest, paths, read, write } from '../agent.mjs'
honest()
write('src/impl/cut.js', read(paths.fresh))
write(paths.fresh, "export { truncate } from './impl/cut.js'\n")
