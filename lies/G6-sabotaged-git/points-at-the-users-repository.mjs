import { honest, remove, user, write } from '../agent.mjs'
honest()
remove('.git')
write('.git', `gitdir: ${user}/.git\n`)
