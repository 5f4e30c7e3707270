import { git, honest, write } from '../agent.mjs'
write('experiment.js', 'x\n')
git('add', '--all')
git('stash')
git('stash', 'drop')
git('reset', '--hard', '--quiet')
git('clean', '-fdq', '--exclude', '.pm-agent')
honest()
