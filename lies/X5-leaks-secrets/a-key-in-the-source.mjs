import { append, by, honest, paths } from '../agent.mjs'
honest()
const key = ['ghp', 'k3J9sLq8Zt5Vw2Yx7Ub4Nc6Md1Pe0Rf9Ga8H'].join('_')
append(paths.fresh, by({ node: `\nexport const token = '${key}'\n`, pytest: `\n\nTOKEN = "${key}"\n` }))
