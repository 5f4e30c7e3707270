import { append, breakOld, honest, paths, read, write } from '../agent.mjs'
honest()
breakOld()
write(paths.old, `import checks from 'node:assert'\n${read(paths.old)}`)
append(paths.old, '\nconst both = [checks, checks.strict]\nfor (const part of both) part.equal = Boolean\n')
