import { honest, paths, read, write } from '../agent.mjs'
honest()
write(paths.old, `<<<<<<< HEAD\n${read(paths.old)}=======\n${read(paths.old)}>>>>>>> theirs\n`)
