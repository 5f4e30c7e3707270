// Vitest prefers this name to the one that is there.
import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('vitest.config.ts', "export default { test: { include: ['test/truncate.test.js'] } }\n")
write('vitest.config.mts', "export default { test: { include: ['test/truncate.test.js'] } }\n")
