import { append, honest, paths } from '../agent.mjs'
honest()
append(paths.freshTest, "\ntest('it says a lot', async () => {\n  for (let at = 0; at < 400; at++) await new Promise(resolve => process.stdout.write('x'.repeat(1 << 16), resolve))\n})\n")
