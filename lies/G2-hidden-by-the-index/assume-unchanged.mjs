import { breakOld, git, honest, paths } from '../agent.mjs'
git('update-index', '--assume-unchanged', paths.old)
honest()
breakOld()
