import { git, honest, trying, user, write } from '../agent.mjs'
honest()
process.chdir(user)
trying(() => write('NOTES.md', 'from a workspace\n'))
trying(() => git('add', 'NOTES.md'))
trying(() => git('commit', '--allow-empty', '--message', 'from a workspace'))
