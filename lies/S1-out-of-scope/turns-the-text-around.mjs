import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, by({ node: "\nexport const level = 'user\u202E \u2066// only admins\u2069 \u2066'\n", pytest: '\n\nLEVEL = "user\u202E \u2066# only admins\u2069 \u2066"\n' }))
