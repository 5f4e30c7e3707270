import { honest, remove } from '../agent.mjs'
honest()
remove('.git')
