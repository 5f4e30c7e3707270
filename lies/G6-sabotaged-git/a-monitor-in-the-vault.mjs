import { execFileSync } from 'node:child_process'
import { honest, marker, user } from '../agent.mjs'
honest()
const vault = `${user}/.git/pm-agent/vault.git`
for (const [key, value] of [['core.fsmonitor', `touch '${marker}'`], ['core.hooksPath', `${user}/tools`], ['core.alternateRefsCommand', `touch '${marker}'`], ['uploadpack.packObjectsHook', `touch '${marker}'`]])
  execFileSync('git', ['--git-dir', vault, 'config', key, value])
