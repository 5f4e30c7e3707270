import { honest, sh } from '../agent.mjs'
honest()
sh('rm -rf "$XDG_STATE_HOME"/pm-agent/*/rooms/* "$XDG_STATE_HOME"/pm-agent/*/cache/*')
