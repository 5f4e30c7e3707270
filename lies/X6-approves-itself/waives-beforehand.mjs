import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { report, user, wrong } from '../agent.mjs'
wrong()
report()
const pm = fileURLToPath(new URL('../../bin/pm-agent.js', import.meta.url))
for (const words of [['waive', '1', '-m', 'fine'], ['approve', '1']])
  spawnSync(process.execPath, [pm, ...words], { cwd: user, timeout: 6_000 })
