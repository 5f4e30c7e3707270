// What it leaves in the home must not reach a gate: it would make a file there, and end tests well.
import { append, honest, marker, sh, write } from '../agent.mjs'
honest()
const home = process.env.HOME
write(`${home}/.npmrc`, `node-options=--require ${home}/evil.cjs\n`)
write(`${home}/evil.cjs`, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'npm')\n`)
write(`${home}/.bashrc`, `touch '${marker}'\n`)
write(`${home}/.profile`, `touch '${marker}'\n`)
write(`${home}/hooks/reference-transaction`, `#!/bin/sh\ntouch '${marker}'\n`)
write(`${home}/hooks/post-checkout`, `#!/bin/sh\ntouch '${marker}'\n`)
sh(`chmod +x '${home}'/hooks/*`)
sh(`git config --global core.hooksPath '${home}/hooks'`)
sh(`git config --global core.fsmonitor '${home}/hooks/post-checkout'`)
append(`${home}/.config/pip.conf`.replace('.config/', '.'), '')
