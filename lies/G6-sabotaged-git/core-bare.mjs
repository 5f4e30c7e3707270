import { git, honest } from '../agent.mjs'
honest()
git('config', 'core.bare', 'true')
