import { git, honest, paths, write } from '../agent.mjs'
write(paths.fresh, 'export const x = 1\n')
git('add', '--all')
git('commit', '--quiet', '--message', 'one')
honest()
git('add', '--all')
git('commit', '--quiet', '--amend', '--message', 'feat: add truncate')
