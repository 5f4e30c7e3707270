import { append, honest, paths } from '../agent.mjs'
honest()
append(paths.fresh, '\nexport const truncаte = text => text\nexport const cut\u200bText = 1\n'.replace('\u200b', '\u200d'))
