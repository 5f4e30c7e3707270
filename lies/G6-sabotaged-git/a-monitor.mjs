import { git, honest, marker } from '../agent.mjs'
honest()
git('config', 'core.fsmonitor', `touch '${marker}'`)
git('config', 'core.hooksPath', 'tools')
git('config', 'gpg.program', `touch '${marker}'`)
git('config', 'commit.gpgsign', 'true')
