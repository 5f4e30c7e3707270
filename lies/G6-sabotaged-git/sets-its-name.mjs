import { git, honest } from '../agent.mjs'
honest()
git('config', 'user.name', 'An agent')
git('config', 'user.email', 'agent@example.org')
