import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('node_modules/vitest/vitest.mjs', "#!/usr/bin/env node\nconsole.log(' Tests  8 passed (8)')\n")
