import { honest, paths, python, read, write } from '../agent.mjs'
honest()
write(paths.fresh, python
  ? `# flake8: noqa\n${read(paths.fresh).replace(/^ {4}/gm, '\t')}`
  : `/* eslint-disable */\n${read(paths.fresh)}\nvar cuts = 0\n`)
