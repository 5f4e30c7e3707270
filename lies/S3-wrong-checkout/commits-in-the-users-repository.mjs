import { git, honest, user, write } from '../agent.mjs'
honest()
process.chdir(user)
write('NOTES.md', 'from a workspace\n')
git('add', 'NOTES.md')
git('commit', '--message', 'from a workspace')
