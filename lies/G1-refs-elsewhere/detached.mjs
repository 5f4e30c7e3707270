import { git, honest } from '../agent.mjs'
git('checkout', '--quiet', '--detach')
honest()
git('add', '--all')
git('commit', '--quiet', '--message', 'x')
git('checkout', '--quiet', '--detach', 'HEAD')
