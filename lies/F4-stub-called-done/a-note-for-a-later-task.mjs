import { honest, paths, replace } from '../agent.mjs'
honest()
replace(paths.fresh, '/** At most', '// TODO(task 2): count what a reader sees as one character as one.\n/** At most')
