import { append, honest, paths, trying, user } from '../agent.mjs'
honest()
trying(() => append(`${user}/${paths.old}`, '\n// edited from a workspace\n'))
