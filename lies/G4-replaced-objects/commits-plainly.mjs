import { git, honest } from '../agent.mjs'
honest()
git('add', '--all')
git('commit', '--quiet', '--message', 'feat: add truncate')
