import { execFileSync } from 'node:child_process'
import { honest, marker, user } from '../agent.mjs'
honest()
execFileSync('git', ['-C', user, 'config', 'core.fsmonitor', `touch '${marker}'`])
