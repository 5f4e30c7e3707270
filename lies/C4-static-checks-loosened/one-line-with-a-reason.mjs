import { append, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, '\n// eslint-disable-next-line no-var -- older engines share it between scripts\nvar cuts = 0\nexport const cutCount = () => cuts\n')
