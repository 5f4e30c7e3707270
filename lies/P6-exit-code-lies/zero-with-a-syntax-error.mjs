import { append, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, '\n)) broken ((\n')
process.exit(0)
