import { breakOld, honest, paths, read, write } from '../agent.mjs'
honest()
breakOld()
write(paths.old, `process.on('exit', () => {\n  process.exitCode = 0\n})\n\n${read(paths.old)}`)
