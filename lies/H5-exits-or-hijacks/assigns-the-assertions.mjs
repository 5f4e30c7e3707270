import { append, breakOld, honest, paths, read, write } from '../agent.mjs'
honest()
breakOld()
write(paths.old, `import assert from 'node:assert'\n${read(paths.old)}`)
append(paths.old, '\nObject.assign(assert.strict, { equal: Boolean })\n')
