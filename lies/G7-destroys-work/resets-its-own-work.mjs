import { git, honest } from '../agent.mjs'
honest()
git('add', '--all')
git('reset', '--hard', '--quiet')
