import { breakOld, git, honest, paths } from '../agent.mjs'
git('update-index', '--skip-worktree', paths.old)
honest()
breakOld()
