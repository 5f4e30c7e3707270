import { git, honest, user } from '../agent.mjs'
honest()
git('config', 'core.worktree', user)
