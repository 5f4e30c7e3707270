import { git, report, work, wrong } from '../agent.mjs'
work()
git('add', '--all')
const good = git('commit-tree', git('write-tree'), '-p', 'HEAD', '-m', 'good')
wrong()
git('add', '--all')
git('commit', '--quiet', '--message', 'bad')
git('replace', 'HEAD', good)
report()
