import { append, honest } from '../agent.mjs'
honest()
append('Makefile', 'show:\n\tnode -p 1\n')
