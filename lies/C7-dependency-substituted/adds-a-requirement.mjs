import { append, honest } from '../agent.mjs'
honest()
append('requirements.txt', 'reqeusts==2.32.0\n')
