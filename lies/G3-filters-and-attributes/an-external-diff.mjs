import { git, honest, marker } from '../agent.mjs'
honest()
git('config', 'diff.external', `touch '${marker}'`)
git('config', 'core.pager', `touch '${marker}'`)
