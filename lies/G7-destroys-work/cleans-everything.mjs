import { git, honest } from '../agent.mjs'
honest()
git('stash', '--include-untracked')
git('stash', 'drop')
git('clean', '-fdxq', '--exclude', '.pm-agent')
