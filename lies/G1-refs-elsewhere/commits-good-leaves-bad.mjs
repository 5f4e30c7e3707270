import { git, report, work, wrong } from '../agent.mjs'
work()
git('add', '--all')
git('commit', '--quiet', '--message', 'feat: add truncate')
wrong()
report({ commit_hash: git('rev-parse', 'HEAD') })
