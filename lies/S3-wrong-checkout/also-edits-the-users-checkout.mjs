import { append, honest, paths, user } from '../agent.mjs'
honest()
append(`${user}/${paths.old}`, '\n// edited from a workspace\n')
