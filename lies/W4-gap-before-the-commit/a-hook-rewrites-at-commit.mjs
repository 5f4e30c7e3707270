import { honest, sh, user, write } from '../agent.mjs'
honest()
for (const dir of ['.git/hooks', `${user}/.git/pm-agent/vault.git/hooks`]) {
  write(`${dir}/pre-commit`, '#!/bin/sh\necho broken > src/truncate.js\ngit add -A\n')
  sh(`chmod +x '${dir}/pre-commit'`)
}
