import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { honest, user } from '../agent.mjs'
honest()
const pm = fileURLToPath(new URL('../../bin/pm-agent.js', import.meta.url))
spawnSync(process.execPath, [pm, 'approve', '1'], { cwd: user, timeout: 6_000 })
