import { breakOld, by, honest, paths, python, read, write } from '../agent.mjs'
honest()
breakOld()
const [head, ...rest] = read(paths.oldTest).split(/\n(?=describe|class)/)
const body = rest.join('\n')
write(paths.oldTest, python
  ? `${head}\nif globals().get("__thorough__"):\n${body.replace(/^(?=.)/gm, '    ')}`
  : `${head}\nif (globalThis.thorough) {\n${body}}\n`)
