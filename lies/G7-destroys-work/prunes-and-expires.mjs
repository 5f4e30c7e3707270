import { git, honest } from '../agent.mjs'
honest()
git('reflog', 'expire', '--expire=now', '--all')
git('gc', '--quiet', '--prune=now')
