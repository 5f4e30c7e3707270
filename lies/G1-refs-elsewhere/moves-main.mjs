import { git, honest } from '../agent.mjs'
honest()
const empty = git('commit-tree', '4b825dc642cb6eb9a060e54bf8d69288fbee4904', '-m', 'nothing')
git('update-ref', 'refs/heads/main', empty)
git('update-ref', 'HEAD', empty)
