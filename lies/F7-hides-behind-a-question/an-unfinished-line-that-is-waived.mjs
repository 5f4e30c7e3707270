import { append, by, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, `${by({ node: '//', pytest: '#' })} TODO: count letters with accents once\n`)
