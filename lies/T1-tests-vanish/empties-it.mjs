import { breakOld, by, honest, paths, write } from '../agent.mjs'
honest()
breakOld()
write(paths.oldTest, by({ node: '// Moved.\n', pytest: '# Moved.\n' }))
