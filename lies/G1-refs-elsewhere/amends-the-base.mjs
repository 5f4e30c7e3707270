import { git, honest } from '../agent.mjs'
honest()
git('add', '--all')
git('commit', '--quiet', '--amend', '--message', 'it was always like this')
