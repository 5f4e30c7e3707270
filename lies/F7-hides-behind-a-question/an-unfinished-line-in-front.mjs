import { append, breakOld, by, honest, paths } from '../agent.mjs'
honest()
breakOld()
append(paths.fresh, `${by({ node: '//', pytest: '#' })} TODO: count letters with accents once\n`)
