import { git, honest } from '../agent.mjs'
honest()
git('checkout', '--quiet', '--orphan', 'fresh')
git('add', '--all')
git('commit', '--quiet', '--message', 'all in one')
